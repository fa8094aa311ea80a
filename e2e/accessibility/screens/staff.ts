import { expect } from '@playwright/test'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

/** The user of staff who has signed in. */
export const staffOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('nobody of staff has signed in')
  return guest
}

/** Signs in another user of staff in place of the present one, on a page of the console. */
export async function opens(session: AuditSession, email: string, path: string): Promise<Person> {
  await session.guest?.leaves()
  const who = session.as(email)
  const staff = new Person(await Person.window(who), who.language, who.words)
  session.guest = staff
  await staff.signsIn(email)
  await expect(staff.page.locator('.today-state')).toBeVisible()
  if (path !== '/operations') await staff.page.goto(`${session.product.url}${path}`)
  return staff
}

/** The same person on another page of the console. */
export async function goes(session: AuditSession, path: string): Promise<Person> {
  const staff = staffOf(session)
  await staff.page.goto(`${session.product.url}${path}`)
  return staff
}

export const staffLeaves: NonNullable<AuditedScreen['leave']> = async (session) => {
  await staffOf(session).leaves()
  session.guest = null
}

/** Writes the reason of an action. */
export const givesReason = (staff: Person, reason: string): Promise<void> =>
  staff.page.getByLabel(staff.text('operations.halt.reason'), { exact: true }).fill(reason)

export const seesPopup = ({ page }: Person): Promise<void> => expect(page.getByRole('dialog')).toBeVisible()
export const seesNoPopup = ({ page }: Person): Promise<void> =>
  expect(page.getByRole('dialog')).toHaveCount(0)

/** Presses a button, and sees the popup that it opens. */
export async function opensPopup(staff: Person, ...button: Parameters<Person['button']>): Promise<Person> {
  await staff.button(...button).click()
  await seesPopup(staff)
  return staff
}

export const closesPopup: NonNullable<AuditedScreen['leave']> = async (session) => {
  const staff = staffOf(session)
  await staff.page.keyboard.press('Escape')
  await seesNoPopup(staff)
}

/** Opens the row with a text. */
export const opensRow = ({ page }: Person, hasText: string): Promise<void> =>
  page.getByRole('row').filter({ hasText }).getByRole('button').click()
