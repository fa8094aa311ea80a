import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '@aitai/server/config.ts'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packaging = join(root, 'packaging')
const systemdAnalyze = '/usr/bin/systemd-analyze'

test('the example of the environment file is a valid configuration', async () => {
  const lines = (await readFile(join(packaging, 'aitai.env.example'), 'utf8')).split('\n')
  const pairs = lines
    .filter((line) => /^\w+=/.test(line))
    .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1, 3))

  expect(readConfig(Object.fromEntries(pairs as [string, string][]))).toMatchObject({
    peerUrl: 'https://server1.example:8090',
    publicUrl: 'https://desk.example',
    metrics: 9090,
  })
})

test('the unit and the image start what npm start starts', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const unit = await readFile(join(packaging, 'aitai.service'), 'utf8')
  const image = await readFile(join(packaging, 'Containerfile'), 'utf8')

  expect(scripts.start).toContain('node server/main.mjs')
  expect(unit).toContain('node_modules/.bin/node server/main.mjs')
  expect(image).toContain('["node_modules/.bin/node", "server/main.mjs"]')
})

test.runIf(existsSync(systemdAnalyze))('systemd accepts the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-unit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const unit = (await readFile(join(packaging, 'aitai.service'), 'utf8')).replaceAll('/srv/aitai/', root)
  await writeFile(join(folder, 'aitai.service'), unit)

  // Other units of the machine may have faults of their own.
  const check = promisify(execFile)(systemdAnalyze, ['verify', join(folder, 'aitai.service')])
  const { stderr } = await check.catch((error: { stderr: string }) => error)
  expect(stderr.split('\n').filter((line) => line.includes('aitai.service'))).toEqual([])
})
