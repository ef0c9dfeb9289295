//! The resolution of a clock: the smallest difference of its readings.

/// The resolution of a clock, in ticks, from readings before and after several spans: the greatest common divisor of
/// their differences. `None` if no span is positive, as on devices with timestamps that stay zero. Browsers round
/// timestamps to 65,536 ns or 100 µs, some GPUs to 32 ns.
pub fn step_of(readings: &[u64]) -> Option<u64> {
    if !readings.chunks_exact(2).any(|span| span[1] > span[0]) {
        return None;
    }
    let differences = readings.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
    Some(differences.fold(0, divisor)).filter(|&step| step > 0)
}

fn divisor(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { divisor(right, left % right) }
}

/// The number of observed increments of a clock, and the maximum number of readings, in case the clock stands still.
const CHANGES: u32 = 16;
const MAX_READINGS: u32 = 1 << 20;

/// The smallest observed increment of the host's clock, in whole nanoseconds; 1 if the clock stands still.
pub fn smallest_step_ns(clock: &dyn Fn() -> f64) -> f64 {
    let mut smallest = f64::INFINITY;
    let (mut last, mut changes) = (clock(), 0);
    for _ in 0..MAX_READINGS {
        let now = clock();
        if now > last {
            smallest = smallest.min((now - last).round().max(1.0));
            changes += 1;
        }
        last = now;
        if changes == CHANGES {
            break;
        }
    }
    if smallest.is_finite() { smallest } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn steps_of_timestamps_are_found() {
        for step in [1, 32, 65_536, 100_000] {
            let readings: Vec<u64> = (0u64..9).map(|i| 77 * step + step * (i * 6 + i * i)).collect();
            assert_eq!(step_of(&readings), Some(step));
        }
        assert_eq!(step_of(&[65_536 * 9, 65_536 * 4, 65_536 * 4, 65_536 * 7]), Some(65_536), "a clock may go back");
    }

    #[test]
    fn clocks_that_stand_still_or_never_end_have_no_step() {
        assert_eq!(step_of(&[]), None);
        assert_eq!(step_of(&[0; 16]), None);
        assert_eq!(step_of(&[65_536 * 3, 65_536 * 3]), None);
        assert_eq!(step_of(&[700, 0, 900, 0]), None);
    }

    #[test]
    fn steps_of_a_wall_clock_are_found() {
        for step in [1f64, 5_000.0, 100_000.0] {
            let time = Cell::new(1.7e15);
            let clock = || {
                time.set(time.get() + 370.0);
                (time.get() / step).floor() * step
            };
            let expected = if step < 370.0 { 370.0 } else { step };
            assert_eq!(smallest_step_ns(&clock), expected);
        }
        assert_eq!(smallest_step_ns(&|| 5.0), 1.0);
    }
}
