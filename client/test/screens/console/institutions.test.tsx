import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addBroker, assignBroker } from '../../../../server/src/admin/brokers.ts'
import { enqueueMessage } from '../../../../server/src/messages/outbox.ts'
import { auditEvents } from '../../../../server/test/support/operator.ts'
import { startTestServer } from '../../../../server/test/support/test-server.ts'
import { findButton, press } from '../../support/advert-editor.ts'
import { openAs, pageServer, switchLanguage } from '../../support/controlled-server.tsx'
import { renderInstallation, shippedInstallation } from '../../support/render-installation.ts'

const reason = 'agreed with its risk desk'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

/** Why a button is disabled. */
const reasonOf = (button: HTMLElement): string | null =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null

async function withConsole(grant: 'operations' | 'compliance', path: string) {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  await desk.addStaff(grant)
  const staff = await desk.person(`${grant}@aitai.example`).signsIn()
  return { desk, page: await openAs(staff, path) }
}

const fill = (label: string, value: string): void =>
  void fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })

async function confirms(doKey: Key): Promise<void> {
  fill(en('operations.halt.reason'), reason)
  fireEvent.click(await findButton(en(doKey), await screen.findByRole('dialog')))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('operations adds an institution, limits and renames it, and assigns a broker', async () => {
  const { desk, page } = await withConsole('operations', '/operations/institutions')
  await press('operations.firms.add')
  fill(en('operations.firms.name'), 'Cedar')
  await confirms('operations.firms.add.do')
  await screen.findByText(en('operations.firms.done.added', { name: 'Cedar' }))

  await press('operations.firms.change')
  const dialog = screen.getByRole('dialog')
  const save = within(dialog).getByRole('button', { name: en('operations.users.change.do') })
  expect(reasonOf(save)).toBe(en('operations.users.change.none'))
  fill(en('operations.firms.largest'), '5,000')
  await waitFor(() => expect(reasonOf(save)).toBe(en('operations.firms.limit.wrong')))
  fill(en('operations.firms.largest'), '５,000,000,000')
  fill(en('operations.firms.live'), '4,000,000,000')
  await waitFor(() => expect(reasonOf(save)).toBe(en('operations.firms.limit.inverted')))
  fill(en('operations.firms.live'), '')
  await confirms('operations.users.change.do')
  const details = screen.getByRole('region', { name: en('operations.institutions.details') })
  await within(details).findByText('JPY 5,000,000,000 (5.00bn)')

  await press('operations.firms.rename')
  fill(en('operations.firms.rename.to'), 'Cedar Capital')
  await confirms('operations.firms.rename.do')
  await screen.findByRole('heading', { name: 'Cedar Capital' })
  fireEvent.click(await findButton(en('operations.assign.named', { name: 'Hinoki' })))
  await confirms('operations.assign.do')
  await findButton(en('operations.unassign.named', { name: 'Hinoki' }))
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await screen.findByText(textIn(language, 'operations.assigned.yes'))
  }
  const events = await auditEvents(desk, 'firmAdded', 'firmChanged', 'firmRenamed', 'brokerAssigned')
  expect(events.filter((event) => event.reason === reason).map(({ action }) => action)).toEqual([
    'firmAdded',
    'firmChanged',
    'firmRenamed',
    'brokerAssigned',
  ])
}, 60_000)

test('compliance looks at brokers, and has no button that changes one', async () => {
  await withConsole('compliance', '/operations/institutions?view=brokers&name=Hinoki')
  await screen.findByText(en('operations.institutions.onlyOperations'))
  const details = screen.getByRole('region', { name: en('operations.institutions.details') })
  await within(details).findByText('Hinoki desk')
  expect(within(details).queryAllByRole('button')).toEqual([])
}, 60_000)

test('brokers have their Japanese names in Japanese, also in the audit trail, and the details the registered one', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], ...(await pageServer()) })
  const broker = { name: 'Hinoki Securities', shortName: 'HIN', contact: '03-5550-0101' }
  await addBroker(desk.admin, broker)
  await assignBroker(desk.admin, { firm: 'Alder', shortName: 'HIN' })
  await desk.addStaff('operations')
  const staff = await desk.person('operations@aitai.example').signsIn()
  localStorage.setItem('userToken', staff.token ?? '')
  const path = '/operations/institutions'
  const { router } = await renderInstallation(shippedInstallation, `${path}?view=brokers&name=HIN`, 'Jp')
  const details = await screen.findByRole('region', {
    name: textIn('Jp', 'operations.institutions.details'),
  })
  await within(details).findByRole('heading', { name: '檜証券' })
  within(details).getByText('Hinoki Securities')
  await findButton('檜証券')
  await act(() => router.navigate(`${path}?name=Alder`))
  await findButton(textIn('Jp', 'operations.unassign.named', { name: '檜証券' }))

  const { AuditEvents } = await import('../../../src/operations/audit/AuditEvents.tsx')
  const user = { id: 'a-user', name: 'Aizawa Takumi', firm: 'Hinoki Securities' }
  const event = { seq: 1, at: '2026-11-18T01:00:00.000Z', action: 'userAdded', outcome: 'DONE' } as const
  const rest = { reason: '', details: '{}', hash: '' }
  const subject = { id: 'a-broker', name: 'Hinoki Securities', firm: null }
  const { container } = render(<AuditEvents events={[{ ...event, ...rest, actor: user, subject }]} />)
  expect(container.textContent).not.toContain('Hinoki')
  expect(container.textContent?.match(/檜証券/g)).toHaveLength(2)
}, 60_000)

test('compliance looks at a rating, of which the page says that it is recorded', async () => {
  const { desk } = await withConsole('compliance', '/operations/ratings')
  await screen.findByText(en('operations.ratings.recorded'))
  fireEvent.click(await findButton('trader Desk'))
  await screen.findByText(en('ledger.missing', { count: 20, score: 60 }))
  expect(await auditEvents(desk, 'ratingShown')).toHaveLength(1)
  // A look is one event: nothing asks for it again.
  fireEvent.change(screen.getByLabelText(en('operations.users.search')), { target: { value: 'trader' } })
  expect(await auditEvents(desk, 'ratingShown')).toHaveLength(1)
}, 60_000)

test('the outbox says what waits and what was given up, with the cause', async () => {
  const { desk } = await withConsole('compliance', '/operations')
  const { database } = desk.app
  const mail = {
    kind: 'mail',
    recipient: 'aoi@alder.example',
    subject: 'Your account',
    body: 'lanterns',
  } as const
  await enqueueMessage(database, mail, desk.clock.now())
  const id = await enqueueMessage(database, { ...mail, recipient: 'mika@alder.example' }, desk.clock.now())
  await database
    .updateTable('outbox')
    .set({ given_up_at: desk.clock.now(), tries: 1, fault: 'SMTP 550' })
    .where('id', '=', id)
    .execute()

  fireEvent.click(await screen.findByRole('link', { name: en('operations.page.outbox') }))
  await screen.findByText('SMTP 550')
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
  fireEvent.click(screen.getByRole('radio', { name: `${en('operations.outbox.view.waiting')} 1` }))
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
  await screen.findByText('aoi@alder.example')
}, 60_000)
