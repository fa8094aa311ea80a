import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { catalogues } from '@aitai/messages/texts.ts'
import { beforeEach, expect, test } from 'vitest'
import type { TextFunction } from '../ui/text/use-text.ts'
import { rowAsText, transactionTypesText } from './agreement-display.ts'
import { openMatches } from './MatchConfirmedPopup.tsx'

const fillIn = (language: 'En' | 'Jp'): TextFunction =>
  ((key: keyof (typeof catalogues)['En'], values: Record<string, string> = {}) =>
    catalogues[language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')) as TextFunction

const agreement: ConnectionAgreement = {
  id: 'c1',
  connectionAgreementId: 'c1',
  securityUUID: 's1',
  securityName: '7203.T - Toyota Motor',
  securityLocalName: '7203.T - トヨタ自動車',
  locationQuantity: 12_300,
  midPrice: 2905.25,
  jpynotional: 35_734_575,
  connectionAgreementType: 'CASH_SWAP',
  buyTransactionType: 'CASH_ONLY',
  sellTransactionType: 'SWAP_ONLY',
  buyOrganizationName: 'Alder',
  sellOrganizationName: 'Birch',
  buyTraderName: 'Aoi Kato',
  sellTraderName: null,
  buyTraderPhone: '+81 3 5555 0100',
  sellTraderPhone: null,
  buyPw: 'UCBVXEZB',
  sellPw: 'PKQ38T49',
  buyStatus: true,
  sellStatus: false,
  buyConfirmedBy: 'Takumi Aizawa',
  sellConfirmedBy: null,
  buyConfirmedAt: 1,
  sellConfirmedAt: null,
  locateTime: Date.UTC(2026, 10, 20, 1, 2, 3),
  agreedAt: 0,
  notExecuted: null,
  executions: [],
  executionReportPossible: true,
  undoPossible: true,
}

beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo'
})

// spec: 2.broker.1, 6.9
test('a row is copied as displayed, with tabs between its values', () => {
  expect(rowAsText(agreement, fillIn('En'), 'En').split('\t')).toEqual([
    '10:02:03 JST',
    '7203.T - Toyota Motor',
    '12,300',
    '2,905.250',
    'Cash / Swap',
    ...['BUY', 'Alder', 'UCBVXEZB', 'Received'],
    ...['SELL', 'Birch', 'PKQ38T49', 'Pending'],
  ])
})

test('on a Japanese page a row is copied in Japanese', () => {
  const copied = rowAsText(agreement, fillIn('Jp'), 'Jp')

  expect(copied).toContain('トヨタ自動車')
  expect(copied).toContain('買\tAlder\tUCBVXEZB\t受領済')
})

test('a copied row says last what was reported about the execution', () => {
  const of = (...sides: ('BUY' | 'SELL')[]): string | undefined =>
    rowAsText({ ...agreement, notExecuted: { reportedAt: 1, sides, reportedBy: null } }, fillIn('En'), 'En')
      .split('\t')
      .at(-1)

  expect([of('BUY'), of('SELL'), of('BUY', 'SELL')]).toEqual([
    'Not executed · buyer',
    'Not executed · seller',
    'Not executed · both sides',
  ])
})

test('equal legs are shown once', () => {
  expect(transactionTypesText({ ...agreement, sellTransactionType: 'CASH_ONLY' }, fillIn('En'))).toBe('Cash')
})

const match = (id: string, connectionAgreementId: string, message = 'New IOI Match Confirmed') =>
  ({ id, message, connectionAgreementId, ack: false, timestamp: Number(id) }) as Notification

// spec: 2.broker.2
test('unread matches queue, oldest first, each until its OK', () => {
  const arrived = [match('2', 'b'), match('1', 'a'), match('3', 'c')]

  expect(openMatches(arrived, ['1']).map(({ id }) => id)).toEqual(['2', '3'])
})

test('a match that a colleague has confirmed opens no popup', () => {
  const arrived = [match('1', 'a'), match('2', 'a', 'Connection confirmed')]

  expect(openMatches(arrived, [])).toEqual([])
})
