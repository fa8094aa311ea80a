import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import type { TestUser } from '../../../server/test/support/test-user.ts'
import {
  enterQuantity,
  findButton,
  press,
  searchSecurity,
  send,
  sizeField,
} from '../support/advert-editor.ts'
import { openAs, pageServer } from '../support/controlled-server.tsx'
import { savesConditions } from '../support/saved-conditions.ts'

const savedBy = (trader: TestUser) => trader.callsOk<NamedConditions[]>('/user-defaults/get-saved-conditions')

const nameField = (language: Language) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: textIn(language, 'conditions.name') })

test.each(['En', 'Jp'] as const)(
  'conditions are saved under a name, edited under another, and deleted after a question (%s)',
  async (language) => {
    const { alder } = await startWithOneTrader(await pageServer())
    await openAs(alder, '/profile/preferences', language)
    await press('conditions.new', {}, language)
    await userEvent.click(await screen.findByRole('button', { name: /Hinoki|ひのき|檜/ }))
    await press('conditions.save', {}, language)
    expect((await screen.findByText(textIn(language, 'field.required'))).textContent).toBeTruthy()
    const field = await nameField(language)
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: '小型株 ' } })
    await press('conditions.save', {}, language)
    await screen.findByText(textIn(language, 'conditions.saved', { name: '小型株' }))
    expect(document.activeElement).toBe(await findButton(textIn(language, 'conditions.new')))
    expect((await savedBy(alder)).map(({ name }) => name)).toEqual(['小型株'])

    await userEvent.click(await findButton(textIn(language, 'conditions.edit.of', { name: '小型株' })))
    fireEvent.change(await nameField(language), { target: { value: '大型株' } })
    await press('conditions.save', {}, language)
    await screen.findByRole('heading', { name: '大型株' })
    expect((await savedBy(alder)).map(({ name }) => name)).toEqual(['大型株'])

    await userEvent.click(await findButton(textIn(language, 'conditions.delete.of', { name: '大型株' })))
    await press('conditions.deleting.keep', {}, language)
    expect(await savedBy(alder)).toHaveLength(1)
    await userEvent.click(await findButton(textIn(language, 'conditions.delete.of', { name: '大型株' })))
    const popup = within(await screen.findByRole('dialog'))
    await userEvent.click(popup.getByRole('button', { name: textIn(language, 'conditions.delete') }))
    await waitFor(async () => expect(await savedBy(alder)).toEqual([]))
    await waitFor(() => expect(screen.queryByRole('heading', { name: '大型株' })).toBeNull())
  },
)

test('a name that other conditions have is refused in words, and the form keeps what was typed', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await savesConditions(alder, 'Small caps')
  await openAs(alder, '/profile/preferences')
  await press('conditions.new')
  await userEvent.click(await screen.findByRole('button', { name: /Hinoki/ }))
  fireEvent.change(await nameField('En'), { target: { value: 'small caps' } })
  await press('conditions.save')
  await screen.findByText(new RegExp(textIn('En', 'CONDITIONS_EXIST')))
  expect((await nameField('En')).value).toBe('small caps')
})

test('at the desk saved conditions are applied to an IOI by a button, not by choosing them, and sent with it', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await savesConditions(alder, 'Small caps')
  await savesConditions(alder, 'Trades quickly')
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  const choice = await screen.findByLabelText<HTMLSelectElement>(textIn('En', 'conditions.title'))
  expect([...choice.options].map(({ text }) => text)).toEqual(['Small caps', 'Trades quickly'])
  const summary = (): string => document.querySelector('.advanced-summary')?.textContent ?? ''
  expect(summary()).toContain('50 %')
  await userEvent.selectOptions(choice, 'Trades quickly')
  expect(summary()).toContain('50 %')
  await press('conditions.apply')
  expect(screen.getByText(/“Trades quickly” applied/).getAttribute('role')).toBe('status')
  expect(summary()).toContain('30 %')
  await press('conditions.apply')
  await screen.findByText(textIn('En', 'conditions.unchanged'))
  // Another type is no longer what was applied.
  const type = screen.getByLabelText<HTMLSelectElement>(textIn('En', 'advert.type'))
  await userEvent.selectOptions(type, textIn('En', 'common.CASH_SWAP'))
  await waitFor(() => expect(screen.queryByText(textIn('En', 'conditions.unchanged'))).toBeNull())
  await press('conditions.apply')
  expect(type.value).toBe('CASH_ONLY')
  // The next IOI of a list gets the same conditions, without another choice.
  await searchSecurity('6758.T')
  await waitFor(() => expect(summary()).toContain('50 %'))
  await press('conditions.apply')
  await screen.findByText(/“Trades quickly” applied/)
  await searchSecurity('7203.T')
  await waitFor(async () => expect((await sizeField('quantity')).value).toBe('10,000'))
  expect(summary()).toContain('30 %')
  await send('send')
  await waitFor(async () =>
    expect((await alder.adverts()).find(({ shareQuantity }) => shareQuantity === 10_000)).toMatchObject({
      shareQuantity: 10_000,
      minimumQuantity: 30,
      credibilityHurdle: 41,
      advertisementStatus: 'LIVE',
    }),
  )
})

test('without saved conditions the desk has no choice of them', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await findButton(textIn('En', 'advert.panel.open'))
  expect(screen.queryByLabelText(textIn('En', 'conditions.title'))).toBeNull()
})
