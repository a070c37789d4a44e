//! The verbs as tools: a server of the Model Context Protocol on standard input and output.
//!
//! Each verb of a request is a tool, with the schema of its fields; the answer is the line that
//! `grundy .. --json` prints, or a picture as text. A mistake in the fields is an answer with the
//! flag `isError`, so that a model can read it and ask again. A request that is cancelled ends its
//! work. Nothing reaches a file.

use std::{io, sync::Arc, time::Duration};

use grundy::{Error, help::Json};
use grundy_show::error_json;
use grundy_verbs::{ReplyLine, Request, schema::VerbSchema};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
        Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    },
    service::{RequestContext, ServerInitializeError},
};
use serde_json::Value;

use crate::{
    Options, THREADS,
    desk::{ANSWER, Busy, Desk},
    lines::Lines,
};

/// What a client is told about the tools.
const INSTRUCTIONS: &str = "Grundy solves impartial combinatorial games exactly: who wins a position, its Grundy \
    value, every winning move, and, where there is a proof, all positions of a game. A game is a name (`games` lists \
    them) or a text, such as `take 1..3` or `row: take run`. A field `time` limits the work in seconds.";

/// The most bytes of the arguments of a call, as of a body over HTTP.
const MOST_ARGUMENTS: usize = 1 << 20;

/// The way out where the most time is not enough.
const LONGER: &str = "ask for less, or use the command line, which has no such limit";

/// The tools, and where their work is done.
struct Tools {
    desk: Desk,
    tools: Vec<Tool>,
    /// The most time that an answer may take.
    most: Duration,
}

/// Answers requests from standard input until it ends.
///
/// # Errors
/// The system gives no threads; the other side does not speak the protocol.
pub fn serve(options: &Options) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        // One thread more writes standard output.
        .max_blocking_threads(options.places + 1)
        .enable_all()
        .build()?;
    let tools = Tools {
        desk: Desk::new(options.places, options.memory / options.places.max(1) as u64, options.time),
        tools: VerbSchema::all().iter().map(tool).collect(),
        most: options.job_time.max(options.time),
    };
    let served = runtime.block_on(async {
        match tools.serve(Lines::new()).await {
            Ok(service) => service.waiting().await.map(drop).map_err(io::Error::other),
            // Nothing was asked.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(why) => Err(io::Error::other(why.to_string())),
        }
    });
    // Work that goes on is not waited for.
    runtime.shutdown_background();
    served
}

/// The tool for a verb.
fn tool(verb: &VerbSchema) -> Tool {
    Tool::new(verb.name, verb.about.clone(), Arc::new(verb.object()))
}

/// An answer as the result of a tool.
fn result(line: &ReplyLine) -> CallToolResult {
    let content = vec![ContentBlock::text(line.line.trim_end())];
    // The answer "no", and one that is not whole, are answers; only an object `error` is none.
    let is_error =
        line.code != 0 && serde_json::from_str::<Value>(&line.line).is_ok_and(|answer| answer.get("error").is_some());
    if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) }
}

/// A mistake in the fields, as the answer of a tool.
fn mistake(error: &Error) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(error_json(error, &Json))]).into()
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("grundy", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !self.tools.iter().any(|tool| tool.name == call.name) {
            return Err(ErrorData::invalid_params(format!("there is no tool `{}`", call.name), None));
        }
        let arguments = call.arguments.unwrap_or_default();
        if serde_json::to_string(&arguments).is_ok_and(|text| text.len() > MOST_ARGUMENTS) {
            return Err(ErrorData::invalid_params("the arguments have over 1 MiB: send a shorter list", None));
        }
        let request = match Request::of(&call.name, arguments) {
            Ok(request) => request.at_most(ANSWER),
            Err(error) => return Ok(mistake(&error)),
        };
        let time = request.time().unwrap_or(self.desk.time());
        if time > self.most {
            let message = format!("an answer may take {} seconds here", self.most.as_secs_f64());
            return Ok(mistake(&Error::field("time", message, LONGER)));
        }
        let request = if time == self.most { request.at_limit(LONGER) } else { request };
        // The work ends when its future is dropped, as by a request that is cancelled.
        tokio::select! {
            reply = self.desk.answer_within(request, time) => match reply {
                Ok(line) => Ok(result(&line).into()),
                Err(Busy) => Err(ErrorData::internal_error("too many questions at a time: ask again in a second", None)),
            },
            () = context.ct.cancelled() => Err(ErrorData::internal_error("the request was cancelled", None)),
        }
    }

    /// What is not a request of the protocol: a method that there is not, or one with other
    /// parameters than it has.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        Err(match &*method {
            "tools/call" => ErrorData::invalid_params("`name` is a text, and `arguments` is an object", None),
            "tools/list" | "initialize" | "ping" => {
                ErrorData::invalid_params(format!("the parameters are not those of `{method}`"), None)
            }
            _ => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}`"), None),
        })
    }
}
