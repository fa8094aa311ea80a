import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { tokyoIsoTime } from '@aitai/engine/calendar/iso-times.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import { formatMarkedCsv } from './result-file.ts'

const columns = [
  'locateId',
  'advertId',
  'ric',
  'direction',
  'quantity',
  'midPrice',
  'locatedAt',
  'answerBy',
  'answer',
  'outcome',
  'broker',
  'password',
  'agreementId',
  'receivedAt',
  'executedQuantity',
  'notExecutedBy',
] as const

/** How securities and brokers are called outside the platform. */
export interface OutcomeNames {
  ricOf(securityId: string): Promise<string>
  brokerShortName(name: string): Promise<string>
}

/** Returns the name of the file with the outcomes of a day, an ISO date. */
export const outcomesName = (day: string): string => `outcomes-${day}.csv`

/** Returns the locates of each of their days, the oldest first. */
export const byDay = (locates: readonly LocateNotification[]): Map<string, LocateNotification[]> =>
  Map.groupBy(
    [...locates].sort((one, other) => one.locateTime - other.locateTime),
    ({ locateTime }) => tokyoDate(locateTime),
  )

/** Returns the file with the outcomes of locates: one line for each. */
export async function outcomesFile(
  locates: readonly LocateNotification[],
  names: OutcomeNames,
): Promise<string> {
  const lines: string[][] = []
  for (const locate of locates) lines.push(await lineOf(locate, names))
  return formatMarkedCsv([columns, ...lines])
}

async function lineOf(locate: LocateNotification, names: OutcomeNames): Promise<string[]> {
  const { brokerName, executions = [] } = locate
  const executed = executions.reduce((sum, { quantity }) => sum + quantity, 0)
  const cells: Readonly<Record<(typeof columns)[number], string | number | null>> = {
    locateId: locate.locateNotificationId,
    advertId: locate.advertisementId,
    ric: await names.ricOf(locate.securityId),
    direction: locate.direction,
    quantity: locate.locateQuantity,
    midPrice: locate.midPrice,
    locatedAt: isoSecond(locate.locateTime),
    answerBy: isoSecond(locate.deadline),
    answer: locate.answer,
    outcome: locate.outcome,
    broker: brokerName === null ? null : await names.brokerShortName(brokerName),
    password: locate.password,
    agreementId: locate.connectionAgreementId,
    receivedAt: locate.receivedAt === null ? null : isoSecond(locate.receivedAt),
    executedQuantity: executed === 0 ? null : executed,
    notExecutedBy: locate.notExecuted?.by ?? null,
  }
  return columns.map((column) => String(cells[column] ?? ''))
}

/** A time in Tokyo with its offset, without fractions of a second: 2026-11-27T10:15:02+09:00. */
const isoSecond = (at: number): string => tokyoIsoTime(at).replace(/\.\d+/, '')
