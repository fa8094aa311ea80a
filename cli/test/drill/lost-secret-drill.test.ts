import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { addAlder, addTraderArguments, cliProcessFor, emptyFolder } from '../cli.ts'
import { startServerProcess } from '../server-process.ts'

const run = promisify(execFile)
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const env = { DEMO: 'off' }
const email = 'emma@alder.example'

/** The two blocks of commands under the heading of the drill. */
function drillCommands(): readonly string[] {
  const page = readFileSync(pathOf('../../../docs/operations/lost-secret.md'), 'utf8')
  const [, drill = ''] = page.split('## Drill, twice a year')
  const blocks = drill.split('\n\n').filter((block) => block.startsWith('    '))
  return blocks.map((block) => block.replaceAll(/^ {4}/gm, ''))
}

test('the drill of a lost secret: the venue starts on what is left, and telephone numbers are given again', async () => {
  const [bin, production, here, elsewhere] = [
    await emptyFolder(),
    await emptyFolder(),
    await emptyFolder(),
    await emptyFolder(),
  ]
  writeFileSync(
    join(bin, 'aitai'),
    `#!/bin/sh\nexec '${process.execPath}' '${pathOf('../../src/aitai.ts')}' "$@"\n`,
    {
      mode: 0o755,
    },
  )
  const shell = async (script: string, cwd: string, dataDir: string): Promise<string> => {
    const PATH = `${bin}:${process.env.PATH}`
    return (await run('bash', ['-euc', script], { cwd, env: { PATH, DATA_DIR: dataDir } })).stdout
  }
  const aitai = cliProcessFor(production)
  const server = await startServerProcess(production, env)
  await addAlder(aitai)
  await aitai.json([...addTraderArguments(email), '--phone', '+81 90 1234 5678', '--two-factor'])
  const [first = '', second = '', ...rest] = drillCommands()
  expect(rest).toEqual([])

  await shell(first, here, production)
  const running = await aitai(['secret', 'lost', '--reason', 'a drill', '--yes'])
  expect(running).toMatchObject({ code: 1, err: expect.stringMatching(/^A server that runs has the right/) })
  await server.end()
  const intact = await aitai(['secret', 'lost', '--reason', 'a drill', '--yes'])
  expect(intact).toMatchObject({ code: 1, err: 'DATA_SECRET opens every data key: nothing is lost.\n' })

  for (const name of ['drill.db', 'drill.db.json']) copyFileSync(join(here, name), join(elsewhere, name))
  const output = await shell(second, elsewhere, '/nonexistent')
  expect(output).toMatch(/^Given up: 1 telephone number, 1 waiting message, .*the passwords of 0 agreements/m)
  expect(output).toContain('Manifest: everything before it is there.')
  expect(output).toContain('"phone": null')

  const folder = join(elsewhere, 'drill')
  const there = cliProcessFor(folder)
  const again = await startServerProcess(folder, env)
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
  await there.json(['user', 'change', email, '--phone', '+81 90 8765 4321', '--reason', 'called back'])
  expect(await there.json(['user', 'show', email])).toMatchObject({ phone: '+819087654321', twoFactor: true })
  await again.end()
}, 120_000)
