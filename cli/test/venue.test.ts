import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addAlderAlone, cliFor, emptyFolder, emptyInstallation } from './cli.ts'

const why = ['--reason', 'agreed with the members']

test('venue settings are shown, changed from a later day on, listed and cancelled', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  const set = await aitai([
    'venue',
    'set',
    'declineCooldownMs=20min',
    'ratedEvents=30',
    '--from',
    '2999-01-01',
    ...why,
  ])

  expect(set.code).toBe(0)
  expect(set.out).toContain('From 2999-01-01: 2')
  expect(set.out).toMatch(/declineCooldownMs\s+15 min\s+to 20 min/)
  const shown = await aitai(['venue', 'show'])
  expect(shown.out).toMatch(/declineCooldownMs\s+15 min\s+15 min\s+0 s\s+8 h/)
  expect(shown.out).toContain('From 2999-01-01: 2')
  expect(await aitai.json(['venue', 'schedule', '--cancel', '2999-01-01', ...why])).toMatchObject({
    scheduled: [],
  })
  expect((await aitai(['venue', 'schedule'])).out).toContain('Nothing is scheduled.')
})

test('the file that is printed can be changed and given back', async () => {
  const folder = await emptyInstallation()
  const aitai = cliFor(folder)
  const printed = (await aitai.json(['venue', 'show', '--file'])) as Record<string, string>
  const file = join(folder, 'venue.json')
  await writeFile(file, JSON.stringify({ ...printed, locateWindowMs: '40 s' }))

  expect(await aitai.json(['venue', 'set', '--file', file, ...why])).toMatchObject({
    changes: [{ name: 'locateWindowMs', before: '30 s', after: '40 s' }],
  })
})

test.each([
  [['venue', 'set', ...why], 2, 'no settings are given'],
  [['venue', 'set', 'ratedEvents', ...why], 2, 'NAME=VALUE'],
  [['venue', 'set', 'ratedEvents=30', 'ratedEvents=31', ...why], 2, 'given twice'],
  [['venue', 'set', '--file', 'nowhere.json', ...why], 1, 'cannot be read'],
  [['venue', 'schedule', '--cancel', '2999-01-01'], 2, '--reason is missing'],
  [
    ['firm', 'change', 'Alder', '--largest-notional', '5bn', ...why],
    2,
    '--largest-notional must be whole yen',
  ],
])('%j fails with code %i and says why', async (words, code, message) => {
  const result = await cliFor(await emptyFolder())(words)

  expect([result.code, result.out]).toEqual([code, ''])
  expect(result.err).toContain(message)
})

test('size limits are given in yen, with or without commas, or none', async () => {
  const aitai = cliFor(await emptyFolder())
  await addAlderAlone(aitai)
  const limits = ['--largest-notional', '5,000,000,000', '--largest-live-notional', '20000000000']

  expect(await aitai.json(['firm', 'change', 'Alder', ...limits, ...why])).toMatchObject({
    largestNotional: 5_000_000_000,
    largestLiveNotional: 20_000_000_000,
    changed: true,
  })
  expect(
    await aitai.json(['firm', 'change', 'Alder', '--largest-live-notional', 'none', ...why]),
  ).toMatchObject({ largestNotional: 5_000_000_000, largestLiveNotional: null, showsTraders: false })
  expect(await aitai.json(['firm', 'change', 'Alder', '--shows-traders', 'on', ...why])).toMatchObject({
    largestNotional: 5_000_000_000,
    showsTraders: true,
  })
})
