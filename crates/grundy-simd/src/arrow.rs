//! Tables in the Arrow C data interface: structures that other libraries read where they lie.
//!
//! The interface is a pair of structures with pointers and a function that releases them
//! (<https://arrow.apache.org/docs/format/CDataInterface.html>, and `CStreamInterface.html` for the
//! stream), so it cannot be written without `unsafe`; arrow-rs has it too, with thirty crates
//! beneath it. What is exported owns its memory or shares it by reference counts, nothing is
//! borrowed, and the structures release themselves when they are dropped, unless a reader has taken
//! their contents over, which the interface marks by a release function that is null.

use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    fmt, ptr,
    sync::Arc,
};

/// The contents of a column.
#[derive(Clone, Debug)]
pub enum Data {
    /// Numbers of 8 bits.
    U8(Arc<Vec<u8>>),
    /// Numbers of 16 bits.
    U16(Arc<Vec<u16>>),
    /// Numbers of 32 bits.
    U32(Arc<Vec<u32>>),
    /// Numbers of 64 bits.
    U64(Arc<Vec<u64>>),
    /// Texts of one byte each, in ASCII.
    Letters(Arc<Vec<u8>>),
}

/// A column with its name.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name; a zero byte ends it.
    pub name: String,
    /// The contents.
    pub data: Data,
}

impl Data {
    fn len(&self) -> usize {
        match self {
            Data::U8(all) | Data::Letters(all) => all.len(),
            Data::U16(all) => all.len(),
            Data::U32(all) => all.len(),
            Data::U64(all) => all.len(),
        }
    }

    /// The letter of the type in the interface.
    fn format(&self) -> &'static CStr {
        match self {
            Data::U8(_) => c"C",
            Data::U16(_) => c"S",
            Data::U32(_) => c"I",
            Data::U64(_) => c"L",
            Data::Letters(_) => c"U",
        }
    }

    fn address(&self) -> *const c_void {
        match self {
            Data::U8(all) | Data::Letters(all) => all.as_ptr().cast(),
            Data::U16(all) => all.as_ptr().cast(),
            Data::U32(all) => all.as_ptr().cast(),
            Data::U64(all) => all.as_ptr().cast(),
        }
    }
}

/// The type of a table or of a column: `struct ArrowSchema` of the interface.
#[repr(C)]
pub struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

/// The contents of a table or of a column: `struct ArrowArray` of the interface.
#[repr(C)]
pub struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

/// A table in one piece: `struct ArrowArrayStream` of the interface.
#[repr(C)]
pub struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

/// What a schema points to.
struct SchemaOwner {
    name: CString,
    children: Vec<*mut Schema>,
}

/// What an array points to.
struct ArrayOwner {
    /// Keeps the numbers alive.
    _data: Option<Data>,
    /// Where texts end.
    _ends: Vec<i64>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
}

/// What a stream returns.
struct StreamOwner {
    columns: Vec<Column>,
    done: bool,
}

// SAFETY: the pointers lead to memory that the structure owns, or shares by atomic counts.
unsafe impl Send for Schema {}
// SAFETY: as for `Schema`.
unsafe impl Send for Array {}
// SAFETY: as for `Schema`.
unsafe impl Send for Stream {}

impl Schema {
    /// The type of a table with these columns.
    pub fn of(columns: &[Column]) -> Schema {
        let children = columns.iter().map(|column| Schema::new(column.data.format(), &column.name, Vec::new()));
        Schema::new(c"+s", "", children.map(|child| Box::into_raw(Box::new(child))).collect())
    }

    fn new(format: &'static CStr, name: &str, children: Vec<*mut Schema>) -> Schema {
        let name = CString::new(name.split('\0').next().unwrap_or_default()).unwrap_or_default();
        let mut owner = Box::new(SchemaOwner { name, children });
        Schema {
            format: format.as_ptr(),
            name: owner.name.as_ptr(),
            metadata: ptr::null(),
            flags: 0,
            n_children: owner.children.len() as i64,
            children: owner.children.as_mut_ptr(),
            dictionary: ptr::null_mut(),
            release: Some(release_schema),
            private_data: Box::into_raw(owner).cast(),
        }
    }
}

/// # Safety
/// `schema` is one that [`Schema::new`] made, and is not released.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the caller promises a schema of `Schema::new`: its owner is a box that was leaked
    // there, and so are its children, which release themselves unless they were moved out.
    unsafe {
        let schema = &mut *schema;
        let owner = Box::from_raw(schema.private_data.cast::<SchemaOwner>());
        owner.children.iter().for_each(|&child| drop(Box::from_raw(child)));
        schema.release = None;
        schema.private_data = ptr::null_mut();
    }
}

impl Array {
    /// The contents of a table with these columns.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn of(columns: &[Column]) -> Array {
        let length = columns.first().map_or(0, |column| column.data.len());
        assert!(columns.iter().all(|column| column.data.len() == length), "the columns have one length");
        let children = columns.iter().map(|column| Box::into_raw(Box::new(Array::column(column.data.clone()))));
        Array::new(length, None, Vec::new(), vec![ptr::null()], children.collect())
    }

    fn column(data: Data) -> Array {
        let length = data.len();
        match &data {
            Data::Letters(_) => {
                let ends: Vec<i64> = (0..=length as i64).collect();
                let buffers = vec![ptr::null(), ends.as_ptr().cast(), data.address()];
                Array::new(length, Some(data), ends, buffers, Vec::new())
            }
            _ => {
                let buffers = vec![ptr::null(), data.address()];
                Array::new(length, Some(data), Vec::new(), buffers, Vec::new())
            }
        }
    }

    fn new(
        length: usize,
        data: Option<Data>,
        ends: Vec<i64>,
        buffers: Vec<*const c_void>,
        children: Vec<*mut Array>,
    ) -> Array {
        let mut owner = Box::new(ArrayOwner { _data: data, _ends: ends, buffers, children });
        Array {
            length: length as i64,
            null_count: 0,
            offset: 0,
            n_buffers: owner.buffers.len() as i64,
            n_children: owner.children.len() as i64,
            buffers: owner.buffers.as_mut_ptr(),
            children: owner.children.as_mut_ptr(),
            dictionary: ptr::null_mut(),
            release: Some(release_array),
            private_data: Box::into_raw(owner).cast(),
        }
    }

    /// The array that ends a stream.
    fn released() -> Array {
        Array {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: ptr::null_mut(),
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: None,
            private_data: ptr::null_mut(),
        }
    }
}

/// # Safety
/// `array` is one that [`Array::new`] made, and is not released.
unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as in `release_schema`.
    unsafe {
        let array = &mut *array;
        let owner = Box::from_raw(array.private_data.cast::<ArrayOwner>());
        owner.children.iter().for_each(|&child| drop(Box::from_raw(child)));
        array.release = None;
        array.private_data = ptr::null_mut();
    }
}

impl Stream {
    /// A table with these columns, in one piece.
    pub fn of(columns: Vec<Column>) -> Stream {
        Stream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private_data: Box::into_raw(Box::new(StreamOwner { columns, done: false })).cast(),
        }
    }
}

/// # Safety
/// `stream` is one of [`Stream::of`] that is not released, and a schema may be written to `out`.
unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the owner is the box that `Stream::of` leaked; `out` may hold anything before.
    unsafe {
        let owner = &*(*stream).private_data.cast::<StreamOwner>();
        ptr::write(out, Schema::of(&owner.columns));
    }
    0
}

/// # Safety
/// As [`get_schema`], with an array.
unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as in `get_schema`; a stream is used by one thread at a time.
    unsafe {
        let owner = &mut *(*stream).private_data.cast::<StreamOwner>();
        let next = if owner.done { Array::released() } else { Array::of(&owner.columns) };
        owner.done = true;
        ptr::write(out, next);
    }
    0
}

/// # Safety
/// None is required: there is no error.
unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    ptr::null()
}

/// # Safety
/// `stream` is one of [`Stream::of`] that is not released.
unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: the owner is the box that `Stream::of` leaked.
    unsafe {
        let stream = &mut *stream;
        drop(Box::from_raw(stream.private_data.cast::<StreamOwner>()));
        stream.release = None;
        stream.private_data = ptr::null_mut();
    }
}

/// A structure releases itself, unless its contents were moved out.
macro_rules! released_when_dropped {
    ($($name:ident),*) => {$(
        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it is not released, and was made by this module.
                    unsafe { release(self) }
                }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

released_when_dropped!(Schema, Array, Stream);

#[cfg(test)]
mod tests {
    use std::{mem::MaybeUninit, slice};

    use super::*;

    fn columns() -> (Arc<Vec<u16>>, Vec<Column>) {
        let values = Arc::new(vec![0, 1, 300]);
        let columns = vec![
            Column { name: "n".into(), data: Data::U64(vec![0, 1, 2].into()) },
            Column { name: "value".into(), data: Data::U16(values.clone()) },
            Column { name: "outcome".into(), data: Data::Letters(b"PNN".to_vec().into()) },
        ];
        (values, columns)
    }

    /// Reads a table as another library does, and releases it as one does.
    #[test]
    fn a_reader_sees_the_columns_and_releases_them() {
        let (values, columns) = columns();
        let mut stream = Stream::of(columns);
        let (mut schema, mut array) = (MaybeUninit::<Schema>::uninit(), MaybeUninit::<Array>::uninit());
        // SAFETY: the calls and the reads are those of the interface.
        unsafe {
            let from = &raw mut stream;
            assert_eq!((stream.get_schema.unwrap())(from, schema.as_mut_ptr()), 0);
            assert_eq!((stream.get_next.unwrap())(from, array.as_mut_ptr()), 0);
            let (schema, array) = (schema.assume_init(), array.assume_init());
            assert_eq!((schema.n_children, array.n_children, array.length), (3, 3, 3));
            assert_eq!(CStr::from_ptr(schema.format), c"+s");
            let child = |at: usize| &**schema.children.add(at);
            let text = |at: usize| (CStr::from_ptr(child(at).name), CStr::from_ptr(child(at).format));
            assert_eq!([text(0), text(1), text(2)], [(c"n", c"L"), (c"value", c"S"), (c"outcome", c"U")]);
            let column = |at: usize| &**array.children.add(at);
            assert_eq!(*column(1).buffers.add(1), values.as_ptr().cast::<c_void>(), "shared, not copied");
            assert_eq!(slice::from_raw_parts((*column(1).buffers.add(1)).cast::<u16>(), 3), [0, 1, 300]);
            assert_eq!(slice::from_raw_parts((*column(2).buffers.add(1)).cast::<i64>(), 4), [0, 1, 2, 3]);
            assert_eq!(slice::from_raw_parts((*column(2).buffers.add(2)).cast::<u8>(), 3), b"PNN");
            // A reader may move a child out: it marks the place as released.
            let moved = ptr::read(*array.children.add(1));
            (**array.children.add(1)).release = None;
            drop(array);
            assert_eq!(slice::from_raw_parts((*moved.buffers.add(1)).cast::<u16>(), 3), [0, 1, 300]);
            let mut end = MaybeUninit::<Array>::uninit();
            assert_eq!((stream.get_next.unwrap())(from, end.as_mut_ptr()), 0);
            assert!(end.assume_init().release.is_none());
            assert!((stream.get_last_error.unwrap())(from).is_null());
        }
        assert_eq!(Arc::strong_count(&values), 2, "the stream has one more");
        drop(stream);
        assert_eq!(Arc::strong_count(&values), 1);
    }

    #[test]
    fn what_nobody_reads_is_released() {
        let (values, columns) = columns();
        drop((Schema::of(&columns), Array::of(&columns), Stream::of(columns)));
        assert_eq!(Arc::strong_count(&values), 1);
        assert_eq!(Array::of(&[]).length, 0);
    }
}
