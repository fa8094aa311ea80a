import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../main.mjs', import.meta.url))

/** Makes a process report an older version of Node. */
const olderNode =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})'

test('under an older Node one line says which version is needed', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', olderNode, main], {
    encoding: 'utf8',
  })

  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr: 'Aitai needs Node 24 or newer, and this is 20.20.2. Install it from https://nodejs.org\n',
    stdout: '',
  })
})
