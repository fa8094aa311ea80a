import type { PrintedActivity, SurveillanceReport } from '@aitai/server/admin/journal/surveillance.ts'
import { expect, test } from 'vitest'
import { surveillanceText } from '../src/commands/surveillance.ts'
import { cliFor, emptyFolder, emptyInstallation } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const command = ['surveillance', '--reason', 'an alert']

const figures = (
  locates: number,
  declined: number,
  more: Partial<PrintedActivity> = {},
): PrintedActivity => ({
  locates,
  withdrawn: 0,
  failures: { total: declined, declined, excused: 0, timedOut: 0, knockedOut: 0, notExecuted: 0 },
  failuresPerLocate: locates === 0 ? null : declined / locates,
  securitiesLocated: 1,
  sizesTried: [{ security: '7203.T', sizes: 1 }],
  quickCancels: 0,
  ...more,
})

const report: SurveillanceReport = {
  date: '2026-11-20',
  by: 'ops',
  reason: 'an alert',
  institutions: [
    {
      institution: 'Alder',
      signs: [
        { sign: 'FAILURES', failures: 3, locates: 4 },
        { sign: 'WITHDRAWN', withdrawn: 5 },
        { sign: 'SIZES', security: '7203.T', sizes: 5 },
        { sign: 'QUICK_CANCELS', adverts: 12 },
        { sign: 'BUDGET', budget: 'SECURITY', of: '7203.T', count: 3 },
        { sign: 'BUDGET', budget: 'TRADER', of: 'emma@alder.example', count: 10 },
        { sign: 'BUDGET', budget: 'FIRM', of: null, count: 15 },
        { sign: 'BUDGET', budget: 'SECURITY_WITHDRAWAL', of: '7203.T', count: 3 },
        { sign: 'BUDGET', budget: 'FIRM_WITHDRAWAL', of: null, count: 5 },
      ],
      ...figures(4, 3, { withdrawn: 5, sizesTried: [{ security: '7203.T', sizes: 5 }], quickCancels: 12 }),
      budgetsUsedUp: [
        { budget: 'SECURITY', of: '7203.T', count: 3 },
        { budget: 'PAIR', of: 'Birch', count: 3 },
      ],
      traders: [{ trader: 'emma@alder.example', ...figures(4, 3) }],
    },
    {
      institution: 'Birch',
      signs: [],
      ...figures(0, 0),
      budgetsUsedUp: [{ budget: 'PAIR', of: 'Alder', count: 3 }],
      traders: [],
    },
  ],
}

test('the report names who looks like probing and why, then has the figures of all, and pairs once', () => {
  expect(surveillanceText(report)).toBe(
    [
      'Trading day 2026-11-20, asked by ops: an alert',
      '',
      'Looks like probing:',
      '',
      'Alder',
      '  It made 3 of its 4 locates fail.',
      '  5 of its locates were withdrawn without fault.',
      '  It tried 5 sizes in 7203.T, each at least 1.25 times or at most 0.8 times the one before.',
      '  It cancelled 12 IOIs within a minute, before any locate.',
      '  Its budget in 7203.T is used up: 3 failures.',
      '  The budget of emma@alder.example is used up: 10 failures.',
      '  Its budget for all securities is used up: 15 failures.',
      '  Its budget in 7203.T is used up: 3 withdrawn locates.',
      '  Its budget for all securities is used up: 5 withdrawn locates.',
      '',
      'Institution, trader   Locates  Failures  per locate  Declined  excused  Timed out  Knocked out  Not executed  Withdrawn  Securities  Sizes  Quick cancels',
      'Alder                 4        3         0.75        3         0        0          0            0             5          1           5      12',
      '  emma@alder.example  4        3         0.75        3         0        0          0            0             0          1           1      0',
      'Birch                 0        0         –           0         0        0          0            0             0          1           1      0',
      '',
      'Not located with each other for the rest of that day:',
      '  Alder and Birch: 3 failed locates',
    ].join('\n'),
  )
})

test('a day without signs or without anything says so', () => {
  const [, birch] = report.institutions
  if (!birch) throw new Error('there is no second institution')

  expect(surveillanceText({ ...report, institutions: [{ ...birch, budgetsUsedUp: [] }] })).toContain(
    '\n\nNo institution looks like probing.\n\nInstitution, trader',
  )
  expect(surveillanceText({ ...report, institutions: [] })).toBe(
    'Trading day 2026-11-20, asked by ops: an alert\n\nNo institution had an IOI or a locate.',
  )
})

test.each([
  ['without a reason', ['surveillance'], '--reason is missing'],
  ['of a day that does not exist', [...command, '--day', '2026-02-30'], '--day is not a calendar date'],
  ['of no day', [...command, '--day', 'today'], '--day is not a calendar date'],
])('asked %s the usage is shown with exit code 2', async (_, words, why) => {
  const { code, out, err } = await cliFor(await emptyFolder())(words)

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(why)
})

// rule: 15.21
test('the request is in the journal, server or not, and a day in the future is one line and exit code 1', async () => {
  const folder = await emptyInstallation()
  const aitai = cliFor(folder, { OPERATOR: 'ops' })
  const entries = async (): Promise<number> => {
    const verified = (await aitai.json(['replay', '--verify'])) as { entries: number; verified: boolean }
    expect(verified.verified).toBe(true)
    return verified.entries
  }
  const before = await entries()

  expect(await aitai.json([...command, '--day', '2026-11-20'])).toEqual({
    date: '2026-11-20',
    by: 'ops',
    reason: 'an alert',
    institutions: [],
  })
  expect(await entries()).toBe(before + 1)
  await startServerProcess(folder, { DEMO: 'off' })
  const started = await entries()
  expect(await aitai(command)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Trading day \d{4}-\d\d-\d\d, asked by ops: an alert\n/),
  })
  expect(await entries()).toBe(started + 1)
  expect(await aitai([...command, '--day', '2999-01-01'])).toEqual({
    code: 1,
    out: '',
    err: 'That day is in the future.\n',
  })
})
