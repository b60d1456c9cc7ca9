//! How a call is timed.

use crate::memory::{ALLOCATED, ALLOCATIONS};
use crate::{Answer, Request};
use std::hint::black_box;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Seconds of the processor, of all threads of the process.
fn processor_time() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    assert_eq!(failed, 0);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Time some calls of `run`, each on something made beforehand by `prepare`.
///
/// What the calls give is dropped inside the time, as the caller of a library would have to.
pub fn measure<P, R>(
    asked: &Request,
    mut prepare: impl FnMut() -> P,
    mut run: impl FnMut(&mut P) -> R,
    result: impl Fn(R) -> String,
) -> Answer {
    let mut prepared: Vec<P> = (0..asked.calls).map(|_| prepare()).collect();
    let mut last = None;
    if asked.each {
        let times = prepared
            .iter_mut()
            .map(|one| {
                let start = Instant::now();
                last = Some(black_box(run(black_box(one))));
                start.elapsed().as_secs_f64()
            })
            .collect();
        let result = last.map(result).unwrap_or_default();
        return Answer { times, result, ..Default::default() };
    }
    let before = (ALLOCATIONS.load(Relaxed), ALLOCATED.load(Relaxed));
    let wall = Instant::now();
    let start = processor_time();
    for one in &mut prepared {
        last = Some(black_box(run(black_box(one))));
    }
    let seconds = if asked.threads > 1 {
        wall.elapsed().as_secs_f64()
    } else {
        processor_time() - start
    };
    let count = asked.calls.max(1) as f64;
    Answer {
        seconds,
        allocations: (ALLOCATIONS.load(Relaxed) - before.0) as f64 / count,
        allocated: (ALLOCATED.load(Relaxed) - before.1) as f64 / count,
        result: last.map(result).unwrap_or_default(),
        ..Default::default()
    }
}
