import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { addAlder, addTraderArguments, cliProcessFor, emptyFolder } from '../cli.ts'
import { startServerProcess } from '../server-process.ts'

const run = promisify(execFile)
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const env = { DEMO: 'off' }

/** The two blocks of commands under the heading of the drill. */
function drillCommands(): readonly [string, string] {
  const page = readFileSync(pathOf('../../../docs/operations/audit-and-backup.md'), 'utf8')
  const [, drill = ''] = page.split('### Drill, once a month')
  const blocks = (drill.split('\n## ')[0] ?? '').split('\n\n').filter((block) => block.startsWith('    '))
  const [first, second, ...rest] = blocks.map((block) => block.replaceAll(/^ {4}/gm, ''))
  if (first === undefined || second === undefined || rest.length > 0)
    throw new Error('the drill has two blocks')
  return [first, second]
}

/** A folder with `aitai`, and `age-keygen`, which is not on every machine. */
async function programs(): Promise<string> {
  const folder = await emptyFolder()
  const script = (name: string, text: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  script('aitai', `exec '${process.execPath}' '${pathOf('../../src/aitai.ts')}' "$@"`)
  script(
    'age-keygen',
    `exec '${process.execPath}' '${pathOf('../../../server/test/support/backup/age-keygen.ts')}' "$@"`,
  )
  return folder
}

test('the drill of the documentation: an encrypted backup from before a rotation of both keys is restored', async () => {
  const [bin, production, here, elsewhere] = [
    await programs(),
    await emptyFolder(),
    await emptyFolder(),
    await emptyFolder(),
  ]
  const shell = async (script: string, cwd: string, dataDir: string): Promise<string> => {
    const PATH = `${bin}:${process.env.PATH}`
    const { stdout } = await run('bash', ['-euc', script], { cwd, env: { PATH, DATA_DIR: dataDir } })
    return stdout
  }
  const aitai = cliProcessFor(production)
  const server = await startServerProcess(production, env)
  await addAlder(aitai)
  await aitai.json([...addTraderArguments('emma@alder.example'), '--phone', '+81 90 1234 5678'])
  const secretBefore = readFileSync(join(production, 'secrets.env'), 'utf8')
  const [first, second] = drillCommands()

  await shell(first, here, production)
  await server.end()
  await startServerProcess(production, env)
  for (const name of ['drill.db.age', 'drill.db.age.json', 'drill-key.txt', 'drill-secrets.env'])
    copyFileSync(join(here, name), join(elsewhere, name))
  const output = await shell(second, elsewhere, '/nonexistent')

  expect(output.match(/^verified +yes$/gm)).toHaveLength(2)
  expect(output).toContain('Manifest: everything before it is there.')
  expect(output).toContain('+819012345678')
  const secretAfter = readFileSync(join(elsewhere, 'drill-secrets.env'), 'utf8')
  const [, lost = ''] = /^DATA_SECRET=(.*)$/m.exec(secretBefore) ?? []
  expect(secretAfter).toContain(`DATA_SECRET_BEFORE=${lost}`)
  const restored = await startServerProcess(join(elsewhere, 'drill'), env)
  expect((await fetch(`${restored.url}/readyz`)).status).toBe(200)
  await restored.end()

  // With a secrets file that has neither secret, the server says what is missing.
  const other = join(elsewhere, 'other')
  mkdirSync(other)
  copyFileSync(join(elsewhere, 'drill', 'aitai.db'), join(other, 'aitai.db'))
  await expect(startServerProcess(other, env)).rejects.toThrow(/DATA_SECRET does not fit this database/)
})
