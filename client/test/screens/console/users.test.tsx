import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmationMs } from '../../../../server/src/accounts/second-factor/confirmation.ts'
import { setProvider } from '../../../../server/src/admin/users/sign-on.ts'
import * as apps from '../../../../server/test/accounts/authenticator-app.ts'
import { approvalsOf, approves } from '../../../../server/test/admin/approvals/four-eyes.ts'
import { userIdOf } from '../../../../server/test/support/account-fixtures.ts'
import { auditEvents } from '../../../../server/test/support/operator.ts'
import { startTestServer } from '../../../../server/test/support/test-server.ts'
import { findButton, press } from '../../support/advert-editor.ts'
import { openAs, pageServer, switchLanguage } from '../../support/controlled-server.tsx'

const path = '/operations/users'
const reason = 'called from the desk number'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

/** Why a button is disabled. */
const reasonOf = (button: HTMLElement): string | null =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null

async function withConsole(grant: 'support' | 'administrator' | 'operations') {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  for (const each of ['operations', 'support', 'administrator'] as const) await desk.addStaff(each)
  await desk.addUser({
    email: 'aoi@alder.example',
    role: 'TRADER',
    firm: 'Alder',
    firstName: 'Aoi',
    lastName: 'Mori',
  })
  const staff = await desk.person(`${grant}@aitai.example`).signsIn()
  const page = await openAs(staff, path)
  await screen.findByText('aoi@alder.example')
  return { desk, page, staff }
}

const opens = async (name: string): Promise<HTMLElement> => {
  fireEvent.click(await findButton(name))
  return await screen.findByRole('region', { name: en('operations.users.details') })
}

const fill = (label: string, value: string): void =>
  void fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })

/** Gives the reason and confirms, once the button allows it. */
async function confirms(doKey: Key): Promise<void> {
  const dialog = await screen.findByRole('dialog')
  const button = within(dialog).getByRole('button', { name: en(doKey) })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fill(en('operations.halt.reason'), reason)
  fireEvent.click(await findButton(en(doKey), dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('support finds a user, reads the details in both languages, and unlocks and disables with a reason', async () => {
  const { desk, page } = await withConsole('support')
  const userId = await userIdOf(desk, 'aoi@alder.example')
  fireEvent.change(screen.getByLabelText(en('operations.users.search')), {
    target: { value: 'ＭＯＲＩ alder' },
  })
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))

  const details = await opens('Aoi Mori')
  expect(page.router.state.location.search).toBe(`?user=${userId}`)
  await within(details).findByText(en('operations.users.lastSignIn'))
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await screen.findByText(textIn(language, 'operations.users.state.active'), { selector: 'dd *' })
    await screen.findByRole('heading', { name: 'Aoi Mori' })
  }
  // What would change nothing says why.
  const signOut = within(details).getByRole('button', { name: en('operations.users.signOut') })
  expect(signOut.getAttribute('aria-disabled')).toBe('true')
  expect(reasonOf(signOut)).toBe(en('operations.users.sessions.none'))

  await press('operations.users.unlock')
  await confirms('operations.users.unlock.do')
  await screen.findByText(en('operations.users.done.unlocked', { name: 'Aoi Mori' }))
  await press('operations.users.disable')
  await screen.findByText(en('operations.users.disable.means'))
  await confirms('operations.users.disable.do')
  await screen.findByText(en('operations.users.done.disabled', { name: 'Aoi Mori' }))
  await screen.findByText(en('operations.users.state.disabled'), { selector: 'dd *' })
  await findButton(en('operations.users.enable'))

  const events = await auditEvents(desk, 'userUnlocked', 'userDisabled')
  expect(events.map(({ action, subject, reason: given }) => [action, subject, given])).toEqual([
    ['userUnlocked', userId, reason],
    ['userDisabled', userId, reason],
  ])
}, 60_000)

test('support invites a trader; the form says what is missing, and a refusal leaves it open', async () => {
  const { desk } = await withConsole('support')
  await press('operations.users.add')
  const dialog = await screen.findByRole('dialog')
  const button = within(dialog).getByRole('button', { name: en('operations.users.add.do') })
  const says = (key: Key) => waitFor(() => expect(reasonOf(button)).toBe(en(key)))
  // Support adds no staff.
  expect(within(dialog).queryByRole('radio', { name: en('operations.users.role.STAFF') })).toBeNull()
  await says('operations.users.add.needsFirm')
  fireEvent.change(within(dialog).getByLabelText(en('operations.halt.firm')), { target: { value: 'Alder' } })
  await says('operations.users.add.incomplete')
  fill(en('operations.users.firstName'), 'Mika')
  fill(en('operations.users.lastName'), 'Sato')
  fill(en('operations.users.email'), 'mika')
  await within(dialog).findByText(en('operations.users.email.wrong'))
  fill(en('operations.users.email'), 'aoi@alder.example')
  await says('operations.halt.needsReason')
  fill(en('operations.halt.reason'), reason)
  fireEvent.click(await findButton(en('operations.users.add.do'), dialog))
  await screen.findByText(en('USER_EXISTS'))
  await press('common.ok')
  fill(en('operations.users.email'), 'mika@alder.example')
  fireEvent.click(await findButton(en('operations.users.add.do'), dialog))

  await screen.findByText(en('operations.users.done.added', { name: 'Mika Sato' }))
  await screen.findByText(en('operations.users.temporaryUntil'))
  expect(await desk.newestMessage('mika@alder.example')).toContain('Mika')
}, 60_000)

test('a user with an address in a foreign domain waits for a second person, and the page says so', async () => {
  const { desk } = await withConsole('support')
  await press('operations.users.add')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(en('operations.users.add.secondPerson'))
  fireEvent.change(within(dialog).getByLabelText(en('operations.halt.firm')), { target: { value: 'Alder' } })
  fill(en('operations.users.firstName'), 'Mika')
  fill(en('operations.users.lastName'), 'Sato')
  fill(en('operations.users.email'), 'mika@post.example')
  await confirms('operations.users.add.do')
  const martin = await desk.person('administrator@aitai.example').signsIn()
  const { open } = await approvalsOf(martin)
  const id = open[0]?.id ?? ''
  await screen.findByText(en('operations.approvals.waits', { id }))
  expect(open[0]?.shown).toContainEqual({ name: 'user', value: 'mika@post.example' })
  await approves(martin, id)
  await screen.findByText('mika@post.example', {}, { timeout: 20_000 })
}, 60_000)

test('a change sends only what differs', async () => {
  const { desk } = await withConsole('support')
  await opens('Aoi Mori')
  await press('operations.users.change')
  const dialog = await screen.findByRole('dialog')
  expect(reasonOf(within(dialog).getByRole('button', { name: en('operations.users.change.do') }))).toBe(
    en('operations.users.change.none'),
  )
  // Meanwhile somebody else changes another detail.
  const { database } = desk.app
  await database
    .updateTable('person')
    .set({ first_name: 'Yui' })
    .where('email', '=', 'aoi@alder.example')
    .execute()
  fill(en('operations.users.lastName'), 'Kato')
  await confirms('operations.users.change.do')
  await screen.findByRole('heading', { name: 'Yui Kato' })
  const [event] = await auditEvents(desk, 'userChanged')
  expect(event?.details).toEqual({ changed: ['lastName'] })
}, 60_000)

test('an administrator gives and takes grants; a trader has none, and is managed by support alone', async () => {
  const { desk } = await withConsole('administrator')
  await opens('support Desk')
  fireEvent.click(
    await findButton(en('operations.users.grant.named', { grant: en('operations.grant.compliance') })),
  )
  await screen.findByText(en('operations.users.grant.means.compliance'))
  await confirms('operations.users.grant.do')
  // Another person decides: with this administrator there are operations and support.
  const naomi = await desk.person('operations@aitai.example').signsIn()
  const { open } = await approvalsOf(naomi)
  await approves(naomi, open[0]?.id ?? '')
  await findButton(en('operations.users.revoke.named', { grant: en('operations.grant.compliance') }))
  expect(await auditEvents(desk, 'grantAdded')).toContainEqual(
    expect.objectContaining({ details: expect.objectContaining({ grant: 'compliance' }), reason }),
  )

  const details = await opens('Aoi Mori')
  await within(details).findByText(en('operations.users.onlySupport'))
  await within(details).findByText(en('operations.users.lastSignIn'))
  expect(within(details).queryByText(en('operations.users.grants'))).toBeNull()
  expect(within(details).queryAllByRole('button')).toEqual([])
}, 60_000)

test('whoever may look only has no button that changes anything', async () => {
  await withConsole('operations')
  for (const name of ['Aoi Mori', 'support Desk']) {
    const details = await opens(name)
    await within(details).findByText(en('operations.users.lastSignIn'))
    expect(within(details).queryAllByRole('button')).toEqual([])
  }
  expect(screen.queryByRole('button', { name: en('operations.users.add') })).toBeNull()
}, 60_000)

test('no password is offered to be reset for a user of a provider, and the details say why', async () => {
  const { desk, page } = await withConsole('support')
  const details = await opens('Aoi Mori')
  await findButton(en('operations.users.reset'), details)
  expect(within(details).queryByText(en('operations.users.provider'))).toBeNull()
  const provider = { issuer: 'https://login.alder.example', clientId: 'aitai', clientSecret: 'a secret' }
  const set = { firm: 'Alder', ...provider, domains: ['alder.example'], reason }
  await setProvider(desk.admin, { ...set, othersAllowed: true })
  await desk.app.database
    .updateTable('person')
    .set({ provider_subject: 'aoi' })
    .where('email', '=', 'aoi@alder.example')
    .execute()
  // The page polls again.
  await within(details).findByText(en('operations.users.provider.ALSO'), {}, { timeout: 15_000 })
  expect(within(details).getByRole('button', { name: en('operations.users.reset') })).toBeTruthy()

  await setProvider(desk.admin, set)
  await within(details).findByText(en('operations.users.provider.ONLY'), {}, { timeout: 15_000 })
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await within(details).findByText(textIn(language, 'operations.users.provider.ONLY'))
    const reset = textIn(language, 'operations.users.reset')
    expect(within(details).queryByRole('button', { name: reset })).toBeNull()
    await findButton(textIn(language, 'operations.users.unlock'), details)
  }
}, 60_000)

test('the code is asked for over the question, which stays with its reason until the right one is given', async () => {
  const { desk, page, staff } = await withConsole('support')
  const aoi = await desk.person('aoi@alder.example').signsIn()
  await apps.adds(desk, aoi)
  const { key } = await apps.adds(desk, staff)
  desk.clock.advance(confirmationMs)
  await opens('Aoi Mori')
  fireEvent.click(await findButton(en('operations.users.removeFactors')))
  const title = en('operations.users.removeFactors.title', { name: 'Aoi Mori' })
  const question = await screen.findByRole('dialog', { name: title })
  fill(en('operations.halt.reason'), reason)
  const asks = async (): Promise<HTMLElement> => {
    fireEvent.click(await findButton(en('operations.users.removeFactors.do'), question))
    return await screen.findByRole('dialog', { name: en('confirm.title') })
  }
  const gives = async (confirmation: HTMLElement, otp: string): Promise<void> => {
    fireEvent.change(within(confirmation).getByLabelText(en('profile.app.code')), { target: { value: otp } })
    fireEvent.click(await findButton(en('confirm.submit'), confirmation))
  }
  const removed = () => auditEvents(desk, 'authenticatorsRemoved')

  const first = await asks()
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await screen.findByRole('dialog', { name: textIn(language, 'confirm.title') })
  }
  fireEvent.click(await findButton(en('common.close'), first))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: en('confirm.title') })).toBeNull())
  expect(within(question).getByLabelText<HTMLInputElement>(en('operations.halt.reason')).value).toBe(reason)

  const second = await asks()
  await gives(second, apps.wrongCodeAt(key, desk.clock.now()))
  await within(second).findByText(en('CONFIRMATION_CODE'))
  expect(screen.queryByRole('dialog', { name: en('error.title') })).toBeNull()
  expect(await removed()).toEqual([])
  await gives(second, apps.codeAt(key, desk.clock.now()))
  await screen.findByText(en('operations.users.done.removedFactors', { count: 1 }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await removed()).map((event) => event.reason)).toEqual([reason])
}, 60_000)
