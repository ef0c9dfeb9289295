import assert from 'node:assert/strict';
import test from 'node:test';
import { wheelOf } from './wheel.mjs';

test('a wheel names each of its files with its hash', () => {
  const about = { version: '1.2.3', license: 'MIT', readme: '# scanlab\n' };
  const { name, members } = wheelOf(about, { '__init__.py': Buffer.from('abc') }, { LICENSE: Buffer.from('free') });
  assert.equal(name, 'scanlab-1.2.3-py3-none-any.whl');
  const text = (/** @type {string} */ file) => Buffer.from(members[`scanlab-1.2.3.dist-info/${file}`]).toString();
  const lines = text('RECORD').trimEnd().split('\n');
  // The digest of “abc” in FIPS 180-2, in base64.
  assert.equal(lines[0], 'scanlab/__init__.py,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3');
  assert.equal(lines.at(-1), 'scanlab-1.2.3.dist-info/RECORD,,');
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    Object.keys(members),
  );
  assert.match(text('METADATA'), /\nVersion: 1\.2\.3\n(.*\n)*License-File: LICENSE\n/);
  assert.ok(text('METADATA').endsWith('text/markdown\n\n# scanlab\n'), text('METADATA'));
  assert.match(text('WHEEL'), /\nTag: py3-none-any\n/);
  assert.equal(text('licenses/LICENSE'), 'free');
});
