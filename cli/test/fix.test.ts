import { expect, test } from 'vitest'
import { startFolder } from '../../gateway/test/support/folder-gateway.ts'
import { startTrading } from '../../gateway/test/support/trading-gateway.ts'
import { cliFor, emptyFolder, emptyInstallation } from './cli.ts'

const why = ['--reason', 'agreed by telephone']

/** A gateway with the operator's command line for it. */
async function startOperated() {
  const gateway = await startTrading()
  return { ...gateway, aitai: cliFor(await emptyInstallation(), { FIX_DATA_DIR: gateway.folder }) }
}

test('sessions are listed with their state and numbers, without credentials', async () => {
  const { aitai, logsOn, metrics } = await startOperated()
  const alder = await logsOn('ALDER-OMS')
  alder.send('0')
  const sessions = await aitai.json(['fix', 'list'])
  const { out } = await aitai(['fix', 'list'])

  expect(sessions).toMatchObject([
    {
      session: 'alder',
      counterparty: 'ALDER-OMS',
      user: 'trader@alder.example',
      phase: 'loggedOn',
      nextIn: 3,
    },
    { session: 'birch', phase: 'disconnected', nextIn: 1, nextOut: 1, lastReceivedAt: null },
    { session: 'hinoki', type: 'dropCopy', isEnabled: true },
  ])
  expect(out).toMatch(/alder .* logged on +3 /)
  expect(JSON.stringify(sessions)).not.toContain('ioi_c_')
  expect(await metrics()).toMatch(
    /aitai_fix_logged_on\{session="alder"\} 1\naitai_fix_logged_on\{session="birch"\} 0/,
  )
  expect(await aitai.json(['status'])).toMatchObject({
    fixGateway: { sessions: 3, loggedOn: 1, disabled: 0 },
  })
  expect((await aitai(['doctor'])).out).toMatch(/ok +fix gateway +3 sessions: 1 logged on, 0 disabled\./)
})

test('a session that is disabled stays so over a restart of the gateway', async () => {
  const { aitai, logsOn, restart } = await startOperated()
  const alder = await logsOn('ALDER-OMS')
  expect((await aitai(['fix', 'disable', 'alder', ...why])).err).toContain('--yes')
  const { out } = await aitai(['fix', 'disable', 'alder', '--yes', ...why])
  expect(out).toMatch(/^alder is disabled; next in \d+, next out \d+\.\n$/)
  let last = await alder.receive()
  while (last.includes('35=h')) last = await alder.receive()
  expect(last).toContain('35=5|58=The session is disabled')

  await restart()
  const refused = await logsOn('ALDER-OMS', '98=0|108=30|141=Y')
  expect(await refused.receive()).toBe('closed')
  await aitai.json(['fix', 'enable', 'alder', ...why])
  const again = await logsOn('ALDER-OMS', '98=0|108=30|141=Y')
  expect(await again.receive()).toContain('35=h')
})

test('numbers are reset and set, and wrong ones are refused', async () => {
  const { aitai, logsOn } = await startOperated()
  await logsOn('HINOKI')
  const set = await aitai.json(['fix', 'seqnum', 'hinoki', '--in', '7', '--yes', ...why])
  const both = ['--in', '9', '--out', '12', '--yes', ...why]

  expect(set).toMatchObject({ phase: 'disconnected', nextIn: 7 })
  expect(await aitai.json(['fix', 'seqnum', 'hinoki', ...both])).toMatchObject({
    nextIn: 9,
    nextOut: 12,
  })
  expect(await aitai.json(['fix', 'reset', 'hinoki', '--yes', ...why])).toMatchObject({
    nextIn: 1,
    nextOut: 1,
  })
  for (const wrong of [[], ['--in', '0'], ['--out', '1.5'], ['--in', '9999999999']])
    expect(await aitai(['fix', 'seqnum', 'hinoki', '--yes', ...wrong, ...why])).toMatchObject({
      code: 2,
    })
  expect(await aitai(['fix', 'reset', 'nobody', '--yes', ...why])).toEqual({
    code: 1,
    out: '',
    err: "There is no FIX session 'nobody'.\n",
  })
})

test('the log has messages of the session in full, orders by type and number, and who changed what', async () => {
  const { aitai, logsOn } = await startOperated()
  const alder = await logsOn('ALDER-OMS', '98=0|108=30|553=ALDER-OMS|554=secret-of-alder')
  alder.send('D', '11=A1|18=M|55=7203.T|54=1|60=20261127-01:00:00|38=10000|40=P')
  let report = await alder.receive()
  while (!report.includes('35=8')) report = await alder.receive()
  await aitai.json(['fix', 'reset', 'alder', '--yes', ...why])
  const { out } = await aitai(['fix', 'log', 'alder'])
  const last = await aitai.json(['fix', 'log', 'alder', '--last', '1'])

  expect(out).toMatch(/ {2}in +8=FIX.4.4\|.*\|553=ALDER-OMS\|554=\*\*\*/)
  expect(out).toMatch(/ {2}in +35=D\|34=2\n/)
  expect(out).not.toContain('7203')
  expect(out).not.toContain('secret-of-alder')
  expect(last).toMatchObject([
    { direction: 'event', text: expect.stringMatching(/^.+: reset \(agreed by telephone\)$/) },
  ])
})

test('without a gateway the commands say where none was found', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(await emptyInstallation(), { FIX_DATA_DIR: folder })

  expect(await aitai(['fix', 'list'])).toMatchObject({
    code: 1,
    err: `FIX_DATA_DIR: no FIX gateway serves sessions from ${folder} on this machine.\n`,
  })
  expect((await aitai(['doctor'])).out).toMatch(/warn +fix gateway +No FIX gateway serves/)
})

test('a watched folder has a log, and nothing to disable', async () => {
  const { dataFolder, drop, result } = await startFolder()
  const aitai = cliFor(await emptyInstallation(), { FIX_DATA_DIR: dataFolder })
  drop('empty.csv', '')
  await result('empty.csv')

  expect(await aitai.json(['fix', 'log', 'alder'])).toMatchObject([
    { text: 'a file was refused: FILE_EMPTY' },
  ])
  expect((await aitai(['fix', 'disable', 'alder', '--yes', ...why])).err).toContain('no FIX session')
})
