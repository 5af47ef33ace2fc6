// Checks the project's own style sheets for layouts that look right in Chromium and collapse in WebKit.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { collapsing } from './style-problems.ts'

// The check itself: each line once collapsed, or must stay allowed.
assert.deepEqual(collapsing('.a { flex: 1; min-block-size: 0; }'), ['.a'])
assert.deepEqual(collapsing('.a { flex: 2 1 0%; min-height: 0 }'), ['.a'])
assert.deepEqual(collapsing('@layer x { .a, .b { min-block-size: 0; } .b { flex: 1 1; } }'), ['.b'])
assert.deepEqual(collapsing('.a { flex: 1; overflow-y: auto; }'), ['.a'])
assert.deepEqual(collapsing('.a { flex: 1; overflow: auto; }'), ['.a'])
assert.deepEqual(
  collapsing('.a { flex: 1; overflow: hidden auto; } .b { flex: 1; overflow: auto hidden; }'),
  ['.a'],
)
assert.deepEqual(collapsing('.a { flex: 1 1 0rem; min-block-size: 0rem; }'), ['.a'])
assert.deepEqual(collapsing('.a { flex-grow: 1; flex-basis: 0; min-block-size: 0; }'), ['.a'])
assert.deepEqual(collapsing('.a { flex: 1 1 auto; min-block-size: 0; } .b { flex: none; min-height: 0 }'), [])
assert.deepEqual(
  collapsing('.a { flex: 1; min-inline-size: 0; } .b { flex: 0 1 6rem; min-block-size: 0; }'),
  [],
)

const files = execFileSync('git', ['ls-files', '*.css'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const problems = files.flatMap((file) =>
  collapsing(readFileSync(path.join(root, file), 'utf8')).map(
    (selector) => `${file}: ${selector} collapses in WebKit; write flex: 1 1 auto`,
  ),
)
for (const problem of problems) console.error(problem)
console.log(`${files.length} style sheets: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
