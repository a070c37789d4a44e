//! The vector instructions of this machine, detected at run time, so that one program serves every
//! machine.

/// A set of vector instructions that this machine has. Only detection returns one, so safe code
/// cannot execute instructions that the machine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(InstructionSet);

/// The sets that code exists for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum InstructionSet {
    /// None.
    Scalar,
    /// AVX2 and the bit instructions (BMI1, BMI2, LZCNT, POPCNT).
    Avx2,
    /// AVX-512: F, BW, DQ, VL, VBMI and BITALG, with GFNI and all of AVX2's set.
    Avx512,
}

impl Level {
    /// No vector instructions: the scalar twins, on every machine.
    pub const SCALAR: Level = Level(InstructionSet::Scalar);

    pub(crate) fn kind(self) -> InstructionSet {
        self.0
    }

    /// Returns the best level of this machine.
    pub fn best() -> Level {
        Level::all().into_iter().max().unwrap_or(Level::SCALAR)
    }

    /// Does this work, compiled for the instructions of this level as far as all of it is inlined:
    /// loops over lists become code for wide vectors. What it computes does not depend on the
    /// level.
    ///
    /// ```
    /// use grundy_simd::Level;
    ///
    /// let mut sets = [1u16, 2, 4];
    /// Level::best().run(|| sets.iter_mut().for_each(|set| *set |= 8));
    /// assert_eq!(sets, [9, 10, 12]);
    /// ```
    #[inline(always)]
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2<T>(work: impl FnOnce() -> T) -> T {
            work()
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx512<T>(work: impl FnOnce() -> T) -> T {
            work()
        }

        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Level` of this kind exists only where the machine has the instructions.
            InstructionSet::Avx2 => unsafe { avx2(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            InstructionSet::Avx512 => unsafe { avx512(work) },
            _ => work(),
        }
    }

    /// Returns every level of this machine, the scalar one first.
    pub fn all() -> Vec<Level> {
        let mut all = vec![Level::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("lzcnt")
                && std::arch::is_x86_feature_detected!("popcnt");
            if avx2 {
                all.push(Level(InstructionSet::Avx2));
            }
            let avx512 = std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512dq")
                && std::arch::is_x86_feature_detected!("avx512vl")
                && std::arch::is_x86_feature_detected!("avx512vbmi")
                && std::arch::is_x86_feature_detected!("avx512bitalg")
                && std::arch::is_x86_feature_detected!("gfni");
            if avx512 && all.contains(&Level(InstructionSet::Avx2)) {
                all.push(Level(InstructionSet::Avx512));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_level_is_there() {
        assert!(Level::all().contains(&Level::best()));
        assert_eq!(Level::all()[0], Level::SCALAR);
    }
}
