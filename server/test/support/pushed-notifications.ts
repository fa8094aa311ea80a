import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { type PushedTypeName, pushedSchema, pushedTypes } from '@aitai/contract/schemas/pushed-types.ts'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import { expectTextInBothLanguages } from './journeys.ts'
import type { TestUser } from './test-user.ts'
import { until } from './until.ts'

/** The names of all types that AsyncAPI describes. */
export const pushedTypeNames = Object.keys(pushedTypes) as PushedTypeName[]
const declared = new Map(pushedTypeNames.map((name) => [name, Compile(pushedSchema(name))]))

/** The type of a notification: its message, or for the end of a session the text after the name. */
const typeOf = ({ message }: Notification): PushedTypeName | undefined =>
  pushedTypeNames.find((name) =>
    name.startsWith('{user}') ? message.endsWith(name.replace('{user}', '')) : message === name,
  )

/** How a notification differs from AsyncAPI's description of its type. */
export function pushedFaults(notification: Notification): readonly string[] {
  const type = typeOf(notification)
  const schema = type && declared.get(type)
  if (!schema) return [`${notification.message} is no type`]
  return schema
    .Errors(notification)
    .map(({ instancePath, message }) => `${notification.message}${instancePath} ${message}`)
}

type Fields = Omit<Partial<Notification>, 'locate'> & { locate?: Partial<LocateNotification> | null }

/**
 * Waits for a notification, and expects these fields, those that are declared for its type and no others, and
 * texts for its type and its code.
 */
export async function expectNotified(
  person: TestUser,
  message: string,
  fields: Fields,
): Promise<Notification> {
  const notification = await person.receives(message)
  expect(person.received.flatMap(pushedFaults)).toEqual([])
  expect(notification).toMatchObject({ ...fields, visible: true })
  const { errorCode, errorMessage } = notification
  if (errorCode !== null) expectTextInBothLanguages(errorCode)
  // The end of a session is no text of the bell.
  if (typeOf(notification)?.startsWith('{user}')) return notification
  expectTextInBothLanguages(`notification.${message}`)
  if (errorCode === null) expect(errorMessage).toBeNull()
  else expect(errorMessage).toMatch(/\w/)
  return notification
}

/** Expects that a user received no notification of these types, now or while away. */
export async function expectNotNotified(person: TestUser, ...types: PushedTypeName[]): Promise<void> {
  const listed = await person.callsOk<Notification[]>('/notifications')
  const messages = [...person.received, ...listed].map(({ message }) => message)
  for (const type of types) expect(messages).not.toContain(type)
}

/** The notifications of a connected user once all are acknowledged: until then a repeated list may differ. */
export const acknowledgedNotifications = (person: TestUser): Promise<Notification[]> =>
  until('every notification to be acknowledged', async () => {
    const listed = await person.callsOk<Notification[]>('/notifications')
    return listed.every(({ ack }) => ack) && listed
  })
