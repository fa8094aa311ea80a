import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '@aitai/server/config.ts'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packaging = join(root, 'packaging')
const systemdAnalyze = '/usr/bin/systemd-analyze'

test('the example of the environment file is a valid configuration once its token is replaced', async () => {
  const lines = (await readFile(join(packaging, 'aitai.env.example'), 'utf8')).split('\n')
  const pairs = lines
    .filter((line) => /^\w+=/.test(line))
    .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1, 3))

  const example = Object.fromEntries(pairs as [string, string][])
  expect(() => readConfig(example)).toThrow('FEED_TOKEN is that of the example')
  expect(readConfig({ ...example, FEED_TOKEN: '0123456789abcdef'.repeat(4) })).toMatchObject({
    peerUrl: 'https://server1.example:8090',
    publicUrl: 'https://desk.example',
    metrics: 9464,
  })
})

test('the unit and the image start what npm start starts', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const unit = await readFile(join(packaging, 'aitai.service'), 'utf8')
  const image = await readFile(join(packaging, 'Containerfile'), 'utf8')

  expect(scripts.start).toContain('node server/main.mjs')
  expect(unit).toContain('node_modules/.bin/node server/main.mjs')
  expect(image).toContain('["node_modules/.bin/node", "server/main.mjs"]')
  expect(scripts.gateway).toBe('node gateway/main.mjs')
  expect(await readFile(join(packaging, 'aitai-gateway.service'), 'utf8')).toContain(
    'node_modules/.bin/node gateway/main.mjs',
  )
})

test('the gateway is confined as the server is, but for the backups', async () => {
  const [server, gateway] = await Promise.all(
    ['aitai.service', 'aitai-gateway.service'].map((name) => readFile(join(packaging, name), 'utf8')),
  )
  const confinement = (unit = '') =>
    unit.slice(unit.indexOf('NoNewPrivileges')).replace(/^(?:#|ReadWritePaths).*\n/gm, '')

  expect(confinement(gateway)).toBe(confinement(server))
})

const units = ['aitai.service', 'aitai-gateway.service']
test.runIf(existsSync(systemdAnalyze)).each(units)('systemd accepts %s', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-unit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const unit = (await readFile(join(packaging, name), 'utf8')).replaceAll('/srv/aitai/', root)
  await writeFile(join(folder, name), unit)

  // Other units of the machine may have faults of their own.
  const check = promisify(execFile)(systemdAnalyze, ['verify', join(folder, name)])
  const { stderr } = await check.catch((error: { stderr: string }) => error)
  expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
})

const promtool = '/usr/bin/promtool'

test.runIf(existsSync(promtool))(
  'promtool accepts the alert rules, and each alert fires by its cause alone',
  async () => {
    const folder = join(packaging, 'monitoring')
    await promisify(execFile)(promtool, ['check', 'rules', join(folder, 'aitai-alerts.yml')])
    const { stdout } = await promisify(execFile)(promtool, [
      'test',
      'rules',
      join(folder, 'aitai-alerts.test.yml'),
    ])
    expect(stdout).toContain('SUCCESS')
  },
)

test('alerts are evaluated at least twice within the shortest time after which one fires', async () => {
  const rules = await readFile(join(packaging, 'monitoring/aitai-alerts.yml'), 'utf8')
  const every = Number(/^ {4}interval: (\d+)s$/m.exec(rules)?.[1] ?? 60)
  const waits = [...rules.matchAll(/for: (\d+)s/g)].map(([, seconds]) => Number(seconds))
  expect(2 * every).toBeLessThanOrEqual(Math.min(...waits))
})

test('every alert is tested, and every metric of rules and dashboard is on the operators’ page', async () => {
  const read = (name: string) => readFile(join(packaging, 'monitoring', name), 'utf8')
  const [rules, tests, dashboard] = await Promise.all(
    ['aitai-alerts.yml', 'aitai-alerts.test.yml', 'dashboard.json'].map(read),
  )
  const alerts = [...(rules ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
  expect(alerts.length).toBeGreaterThan(12)
  expect(alerts.filter((name) => !tests?.includes(`alertname: ${name}\n        exp_alerts: [{`))).toEqual([])
  const page = await readFile(join(root, 'docs/operations/README.md'), 'utf8')
  const used = [...`${rules}${dashboard}`.matchAll(/\b(aitai_\w+?)(?:_bucket)?\b/g)].map(
    ([, name]) => name ?? '',
  )
  expect([...new Set(used)].filter((name) => !page.includes(`\`${name}`))).toEqual([])
})

const variables =
  'DATA_DIR=/srv/none\n# a comment\nDATABASE_URL="postgres://aitai:a&b;$(c)@localhost/aitai"\n'

test('the command of an installed server reads the variables of its unit without running them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'cli'))
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  await writeFile(
    join(folder, 'cli/aitai.mjs'),
    'console.log(JSON.stringify([process.env, process.argv.slice(2), process.cwd()]))',
  )
  await symlink(process.execPath, join(folder, 'node_modules/.bin/node'))
  await writeFile(join(folder, 'aitai.env'), variables)
  const env = {
    PATH: '/usr/bin:/bin',
    AITAI_HOME: folder,
    AITAI_VARIABLES: join(folder, 'aitai.env'),
    AITAI_ACCOUNT: userInfo().username,
    SUDO_USER: 'kimura',
  }
  const run = (more = {}) =>
    promisify(execFile)(join(packaging, 'aitai'), ['backup', 'my backup.db'], {
      env: { ...env, ...more },
      cwd: folder,
    })
  const [given, words, cwd] = JSON.parse((await run()).stdout)

  expect(given).toMatchObject({
    DATA_DIR: '/srv/none',
    DATABASE_URL: 'postgres://aitai:a&b;$(c)@localhost/aitai',
    OPERATOR: 'kimura',
  })
  expect([words, cwd]).toEqual([['backup', 'my backup.db'], folder])
  const file = join(folder, 'credential')
  await writeFile(file, 'ioi_c_kimuras\n')
  const [identified] = JSON.parse((await run({ OPERATOR_CREDENTIAL_FILE: file })).stdout)
  expect(identified).toMatchObject({ OPERATOR: 'kimura', OPERATOR_CREDENTIAL: 'ioi_c_kimuras' })
  expect([given.OPERATOR_CREDENTIAL, identified.OPERATOR_CREDENTIAL_FILE]).toEqual([undefined, undefined])
  const [restoring] = JSON.parse((await run({ DATA_DIR: '/srv/drill' })).stdout)
  expect(restoring.DATA_DIR).toBe('/srv/drill')
  await expect(run({ DATABASE_URL: 'postgres://restored' })).rejects.toThrow(/set to another database than/)
  expect(given.PATH.split(':')).toContain('/usr/sbin')
  await expect(run({ AITAI_VARIABLES: '/no/such/file' })).rejects.toThrow(/cannot be read/)
  await expect(run({ AITAI_HOME: '/no/such' })).rejects.toThrow(/no installation in \/no\/such/)
})

test('a segment is archived once, whole, as often as PostgreSQL tries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const segment = join(folder, 'segment')
  await writeFile(segment, 'the log')
  const archive = () =>
    promisify(execFile)(join(packaging, 'postgresql/aitai-archive-wal'), [
      segment,
      '000000010000000000000001',
      folder,
    ])
  await archive()
  await archive()
  expect((await readdir(folder)).toSorted()).toEqual(['000000010000000000000001.gz', 'segment'])

  await writeFile(segment, 'another log')
  await expect(archive()).rejects.toThrow(/differs from/)
  expect(gunzipSync(await readFile(join(folder, '000000010000000000000001.gz'))).toString()).toBe('the log')
})
