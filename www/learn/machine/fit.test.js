import assert from 'node:assert/strict';
import test from 'node:test';
import { fit, fittedTime, wordsInFlight } from './fit.ts';

const near = (found, expected, within = 1e-6) => assert.ok(Math.abs(found / expected - 1) <= within, `${found} ${expected}`);

test('width and latency come back from times that they make', () => {
  const [n, made] = [2 ** 20, { width: 250, latency_ns: 600 }];
  const samples = Array.from({ length: 15 }, (_, i) => ({ p: 2 ** (6 + i), ns: fittedTime(made, n, 2 ** (6 + i)) }));
  const found = fit(samples, n);
  near(found.width, made.width);
  near(found.latency_ns, made.latency_ns);
  near(wordsInFlight(found), 150_000);
  assert.ok(found.deviation < 1e-9);
});

test('noise moves them little, and neither is negative', () => {
  const [n, made] = [2 ** 18, { width: 40, latency_ns: 300 }];
  const noisy = Array.from({ length: 15 }, (_, i) => ({ p: 2 ** (6 + i), ns: fittedTime(made, n, 2 ** (6 + i)) * (i % 2 ? 1.1 : 0.9) }));
  const found = fit(noisy, n);
  near(found.width, made.width, 0.15);
  near(found.latency_ns, made.latency_ns, 0.15);
  assert.ok(Math.abs(found.deviation - 0.1) < 0.05);
  // On the first device, the time does not depend on p. On the second device, it depends only on n / p.
  const flat = fit(
    [64, 1024, 2 ** 18].map((p) => ({ p, ns: 1000 })),
    n,
  );
  assert.ok(flat.latency_ns >= 0 && flat.width > 0);
  const steep = fit(
    [64, 1024].map((p) => ({ p, ns: (n / p) ** 1.2 })),
    n,
  );
  assert.ok(steep.latency_ns > 0 && !Number.isNaN(steep.width));
});
