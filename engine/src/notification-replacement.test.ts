import { expect, test } from 'vitest'
import {
  isLasting,
  type ReplaceableNotification,
  replacedNotifications,
  subjectOf,
} from './notification-replacement.ts'
import type { NotificationType } from './notifications.ts'

const about = (
  message: NotificationType,
  connectionAgreementId: string | null,
  buyStatus: boolean | null = null,
): ReplaceableNotification => ({ message, securityId: 'toyota', connectionAgreementId, buyStatus })

/** The notifications that newer ones replace, of a list with the newest first. */
const replacedIn = (...newestFirst: readonly ReplaceableNotification[]): ReplaceableNotification[] => [
  ...replacedNotifications(newestFirst, subjectOf, isLasting).keys(),
]

test('to a broker two agreements in one security are two subjects, each with its newest notification', () => {
  const one = about('New IOI Match Confirmed', 'first', false)
  const other = about('New IOI Match Confirmed', 'second', false)

  expect(replacedIn(about('Connection confirmed', 'first', true), other, one)).toEqual([one])
})

test.each<NotificationType>([
  'NOT_EXECUTED_REPORTED',
  'NOT_EXECUTED_WITHDRAWN',
  'EXECUTION_REPORTED',
  'EXECUTION_WITHDRAWN',
  'BROKER_CONFIRMED',
  'BROKER_CONFIRMATION_UNDONE',
])('%s is about its agreement, which the next IOI in the security does not replace', (message) => {
  const report = about(message, 'first')

  expect(replacedIn(about('Contra Located', null), about(message, 'second'), report)).toEqual([])
  expect(replacedIn(about(message, 'first'), report)).toEqual([report])
})

test('what else a trader is notified of is about the security, also with an agreement', () => {
  const older = about('USER_ACCEPTED_LOCATE', 'first')

  expect(replacedIn(about('ADVERT_UPDATED', null), older)).toEqual([older])
})
