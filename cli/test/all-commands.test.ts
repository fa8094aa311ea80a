import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@aitai/server/config.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOnData } from '../src/admin-on-data.ts'
import { commands } from '../src/commands.ts'
import { addTraderArguments, cliFor, emptyFolder, splitWords } from './cli.ts'

const why = ['--reason', 'a drill']
const emma = 'emma@alder.example'
const staff = 'staff@aitai.example'
const equities = fileURLToPath(new URL('../../server/data/equities.csv', import.meta.url))
const holidays = fileURLToPath(new URL('../../server/data/holidays-jpx.csv', import.meta.url))
const period = ['--from', '2026-11-20', '--to', '2026-11-20']

/** Each command with arguments with which it succeeds here, in this order: later ones may rely on earlier ones. */
const examples: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['firm add', ['Birch']],
  ['firm list', []],
  ['firm change', ['Alder', '--shows-traders', 'on', '--required-factor', 'passkey', ...why]],
  ['firm rename', ['Birch', '--to', 'Birch Capital', ...why]],
  ['firm halt', ['Alder', '--yes', ...why]],
  ['halt list', []],
  ['firm resume', ['Alder', ...why]],
  ['firm disable', ['Alder', '--yes', ...why]],
  ['firm enable', ['Alder', ...why]],
  ['broker add', ['KAE', '--name', 'Kaede']],
  ['broker list', []],
  ['broker change', ['KAE', '--contact', '+81 3 5550 0102', '--required-factor', 'passkey', ...why]],
  ['broker assign', ['KAE', '--firm', 'Alder']],
  ['broker unassign', ['KAE', '--firm', 'Alder']],
  ['broker disable', ['KAE', '--yes', ...why]],
  ['broker enable', ['KAE', ...why]],
  ['user add', addTraderArguments('yui@alder.example').slice(2)],
  ['user list', []],
  ['user show', [emma]],
  ['user change', [emma, '--last-name', 'Ito', ...why]],
  ['user grant', [staff, '--grant', 'operations', ...why]],
  ['user revoke', [staff, '--grant', 'operations', ...why]],
  ['user disable', [emma, '--yes', ...why]],
  ['user enable', [emma, ...why]],
  ['user reset', [emma, ...why]],
  ['user unlock', [emma, ...why]],
  ['user sessions', [emma]],
  ['user authenticators', [emma]],
  ['sign-on list', []],
  ['sign-on remove', ['--firm', 'Alder', ...why]],
  ['staff show', []],
  ['staff change', ['--required-factor', 'any', ...why]],
  ['credential add', ['--firm', 'Alder', '--user', emma, '--network', '192.0.2.0/24']],
  ['credential list', []],
  ['rating show', [emma]],
  ['user export', [emma, ...why]],
  ['user erase', ['yui@alder.example', '--yes', ...why]],
  ['platform close', ['--yes', ...why]],
  ['platform open', why],
  ['equities import', [equities]],
  ['security halt', ['7203.T', '--yes', ...why]],
  ['security resume', ['7203.T', ...why]],
  ['surveillance', why],
  ['policy-reports', []],
  ['advert list', why],
  ['outbox', []],
  ['holidays import', [holidays, '--dry-run']],
  ['holidays list', []],
  ['hours set', ['--exchange', 'ALL', '--platform', '23:00 to 09:00', '--dry-run']],
  ['hours show', []],
  ['venue show', []],
  ['venue set', ['ratedEvents=30', ...why]],
  ['venue schedule', []],
  ['audit search', period],
  ['audit export', [...period, '--output', 'export.csv', ...why]],
  ['audit verify', []],
  ['approvals', []],
  ['secret create', []],
  ['evidence head', []],
  ['evidence keys', []],
  ['backup', ['copy.db']],
  ['restore', ['copy.db', '--dry-run']],
  ['replay', ['--verify']],
  ['secret rotate', ['peer', ...why]],
  ['status', []],
  ['completion', ['bash']],
]

/** Commands whose exit code depends on the machine or on what traders have done; still with JSON. */
const others: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['doctor', []],
  ['credential revoke', ['no-such-credential', '--yes', ...why]],
  ['fix list', []],
  ['fix enable', ['alder', ...why]],
  ['fix disable', ['alder', '--yes', ...why]],
  ['fix reset', ['alder', '--yes', ...why]],
  ['fix seqnum', ['alder', '--in', '3', '--yes', ...why]],
  ['fix log', ['alder']],
  // Reads the client secret from standard input.
  [
    'sign-on set',
    ['--staff', '--issuer', 'https://a.example', '--client-id', 'a', '--domains', 'a.example', ...why],
  ],
  ['approve', ['no-such-request', '--yes']],
  ['after-restore', ['--yes', ...why]],
  // Refused: nothing is lost.
  ['secret lost', ['--yes', ...why]],
  ['reject', ['no-such-request']],
  ['advert cancel', ['no-such-advert', '--yes', ...why]],
  ['verify-receipt', ['no-such-file', '--key', 'no-such-key']],
  ['explain-match', ['no-such-a', 'no-such-b', ...why]],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aitai-all-'))
  // In this process: starting one for each would take longer than everything else here.
  const config = readConfig({ DATA_DIR: join(folder, 'data') })
  const user = {
    email: emma,
    firstName: 'Emma',
    lastName: 'Whitfield',
    role: 'TRADER',
    firm: 'Alder',
  } as const
  await runOnData(config, 'a test', 'firm add', { name: 'Alder' })
  await runOnData(config, 'a test', 'broker add', { name: 'Hinoki', shortName: 'HIN' })
  await runOnData(config, 'a test', 'broker assign', { firm: 'Alder', shortName: 'HIN' })
  await runOnData(config, 'a test', 'user add', user)
  const operator = { email: staff, firstName: 'Aya', lastName: 'Mori', role: 'STAFF' } as const
  await runOnData(config, 'a test', 'user add', operator)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every command has an example here', () => {
  const named = [...examples, ...others].map(([name]) => name)

  expect(named.toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
})

describe.each(commands.map((command) => [command.name, command] as const))(
  '%s',
  (name, { summary, details }) => {
    test('has help, which changes nothing', async () => {
      const empty = join(await emptyFolder(), 'data')

      expect(await cliFor(empty)([...splitWords(name), '--help'])).toEqual({
        code: 0,
        out: expect.stringMatching(
          new RegExp(`^${summary.replace(/[().]/g, '\\$&')}\n\nUsage:\n  aitai ${name}`),
        ),
        err: '',
      })
      await expect(stat(empty)).rejects.toThrow('ENOENT')
      const lines = [summary, ...(details ?? '').split('\n')]
      expect(lines.filter((line) => line.length > 125)).toEqual([])
    })
  },
)

test.each(examples)('%s prints its result as JSON with --json', async (name, args) => {
  // The commands on the data have created the file there.
  const aitai = cliFor(join(name === 'secret create' ? await emptyFolder() : folder, 'data'))
  const inFolder = args.map((word) => (/^(export\.csv|copy\.db)$/.test(word) ? join(folder, word) : word))

  expect(await aitai.json([...splitWords(name), ...inFolder])).toEqual(expect.anything())
})

test.each(others)('%s prints JSON or one line with --json', async (name, args) => {
  const { out, err } = await cliFor(join(folder, 'data'))([...splitWords(name), ...args, '--json'])

  if (out !== '') JSON.parse(out)
  expect(err).toMatch(/^([^\n]+\n)?$/)
})

test.each([
  [
    'firm list',
    /^Institution +Group +Active +Users +Brokers +Largest notional +All live .* OMS answers +Sign-in\nAlder /,
  ],
  ['broker list', /^Broker +Name +Contact +Swap +Active +Sign-in +Users +Institutions\nHIN /],
  [
    'user list',
    /^User +Name +Role +Of +Desk head +Grants +Two-factor +Active\nemma@alder\.example +Emma \S+ +TRADER +Alder /,
  ],
  ['halt list', /^Nothing is halted\.\n$/],
  ['user sessions emma@alder.example', /^emma@alder\.example is not signed in\.\n$/],
  [
    'user authenticators emma@alder.example',
    /^emma@alder\.example has no authenticator app and no passkey\.\n0 recovery codes left\.\n$/,
  ],
  ['outbox', /^\S+Z {2}mail {2}emma@alder\.example {2}waits\n {2}Your Aitai account\n/],
  ['holidays list', /^Date +Name +Local name\n2026-01-01 Thu +New Year's Day +元日\n/],
  ['venue show', /^Setting +In force +Default +From +To\n/],
  ['hours show', /^XTKS\n/],
])('%s is a table for people', async (typed, shape) => {
  const { code, out } = await cliFor(join(folder, 'data'))(splitWords(typed))

  expect(code).toBe(0)
  expect(out).toMatch(shape)
})

test('columns with Japanese names are aligned as a terminal shows them', async () => {
  const aitai = cliFor(await emptyFolder())
  await aitai.json(['firm', 'add', '白樺投信'])
  await aitai.json(['firm', 'add', 'Alder Capital'])
  const { out } = await aitai(['firm', 'list'])
  const [, alder = '', shirakaba = ''] = out.split('\n')

  // Each of the four characters is two columns wide.
  expect(shirakaba.indexOf('–') + 4).toBe(alder.indexOf('–'))
})

test('an unreachable database is named with what to do', async () => {
  const folderOfSecrets = await emptyFolder()
  const file = join(folderOfSecrets, 'secrets.env')
  await writeFile(file, '')
  // Nobody listens there.
  const DATABASE_URL = 'postgres://aitai:planted-secret@127.0.0.1:9/aitai'
  const { code, out, err } = await cliFor(folderOfSecrets, { DATABASE_URL })(['firm', 'list'])

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(
    'DATABASE_URL: the database at 127.0.0.1:9 cannot be used: the connection was refused. ' +
      'Start it, or correct the host and the port.\n',
  )
  expect(err).not.toContain('planted-secret')
})
