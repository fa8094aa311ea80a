import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { addAccount } from '../../test/support/accounts.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { accountsApi } from '../shared/api/accounts-api.ts'
import { api } from '../shared/api/desk-api.ts'

// A desk, its socket and a server share the machine with the other tests.
configure({ asyncUtilTimeout: 10_000 })

const trader = (name: string): string => `${name}@cedar.example`
const brokers = ['HIN', 'KAE', 'TSU', 'MOM', 'KUR'] as const

beforeAll(async () => {
  await runAdminCommand('firm add', { name: 'Cedar' })
  for (const broker of brokers) await runAdminCommand('broker assign', { firm: 'Cedar', shortName: broker })
  for (const name of ['new', 'rules', 'path', 'cut', 'gone'])
    await addAccount(trader(name), { role: 'TRADER', firm: 'Cedar' })
}, 120_000)

const user = userEvent.setup()
const button = (name: string) => screen.getByRole('button', { name })
const offset = (name: 'advertTrigger' | 'knockoutTrigger' | 'indexRelative') => {
  const field = document.getElementById(`preferences-${name}Offset`)
  if (!(field instanceof HTMLInputElement)) throw new Error(`no field for ${name}`)
  return field
}
const types = async (field: HTMLInputElement, typed: string): Promise<void> => {
  await user.clear(field)
  if (typed) await user.type(field, typed)
  await user.tab()
}
const fieldTextOf = (field: Element): string => field.closest('.saltFormField')?.textContent ?? ''
const fact = (name: string): string => {
  const term = screen.getAllByRole('term').find(({ textContent }) => textContent === name)
  return term?.nextElementSibling?.textContent ?? ''
}

async function opens(name: string, language: 'En' | 'Jp' = 'En') {
  localStorage.setItem('userToken', await newSessionToken(trader(name)))
  return renderApp('/profile/preferences', language)
}

async function edits(name: string) {
  const page = await opens(name)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('heading', { name: 'Edit preferences' })
  return page
}

/** Makes one call fail until `restore` is called. */
function cuts(path: string): { restore: () => void } {
  let isCut = true
  const whole = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isTheOne = input instanceof Request && input.url.endsWith(path)
    return isCut && isTheOne ? Promise.reject(new TypeError('cut')) : whole(input, init)
  })
  return {
    restore: () => {
      isCut = false
    },
  }
}

// spec: 2.profile.3
test('a user without saved preferences sees the defaults, and what new IOIs start with instead', async () => {
  await opens('new')

  await screen.findByRole('heading', { name: 'Preferences for new IOIs' })
  expect(fact('Duration')).toBe('60 minutes')
  expect(fact('Minimum')).toBe('25 %')
  expect(fact('Minimum contra credibility')).toContain('★☆☆☆☆')
  expect(fact('Advertising trigger')).toBe('Off (default 0.00 %)')
  expect(fact('Knockout trigger')).toBe('Off (default 5.00 %)')
  expect(fact('Index-relative trigger')).toBe('Off (default 3.00 %)')
  expect(fact('Brokers')).toMatch(/^None selected/)
  expect(screen.getByText(/new IOIs have a minimum of 50 % and a duration of 150 minutes/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

// spec: 2.profile.4
test('saved preferences are shown at once and apply to the next new IOI', async () => {
  const { store } = await edits('new')
  await user.click(screen.getByRole('switch', { name: 'Index-relative trigger' }))
  expect(offset('indexRelative').value).toBe('3.00')
  await user.click(screen.getByRole('radio', { name: 'Good for the day' }))
  await user.click(screen.getByRole('radio', { name: /^3 of 5 stars/ }))
  await user.selectOptions(screen.getByLabelText('Broker 1'), 'Kaede Securities')
  await user.click(button('Save preferences'))

  await screen.findByText(/Your preferences have been saved/)
  expect(document.activeElement).toBe(button('Edit'))
  expect(fact('Index-relative trigger')).toBe('On, 3.00 %')
  expect(fact('Minimum contra credibility')).toContain('rating 50')
  expect(fact('Brokers')).toBe('Kaede Securities')
  expect(screen.queryByText(/have not saved any defaults/)).toBeNull()

  const equities = await store.dispatch(api.endpoints.getEquities.initiate())
  const securityId = equities.data?.find(({ ric }) => ric === '7203.T')?.equityId ?? ''
  const draft = await store.dispatch(api.endpoints.createAdvert.initiate({ securityId }))
  const kaede = store.getState().api.queries['userBrokersList(undefined)']?.data as readonly {
    brokerID: string
    shortName: string
  }[]
  expect(draft.data).toMatchObject({
    duration: 'END_OF_DAY',
    minimumQuantity: 25,
    credibilityHurdle: 50,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 3,
    brokerIds: kaede.filter(({ shortName }) => shortName === 'KAE').map(({ brokerID }) => brokerID),
  })
})

// spec: 5.preferences.1, 5.preferences.7, 5.preferences.8, 5.preferences.9
test('an offset is validated while its condition is on, and switching it off restores the saved offset', async () => {
  await edits('rules')
  expect(offset('knockoutTrigger').disabled).toBe(true)
  await user.click(screen.getByRole('switch', { name: 'Knockout trigger' }))
  const knockout = offset('knockoutTrigger')
  expect([knockout.disabled, knockout.value]).toEqual([false, '5.00'])

  for (const [typed, expected] of [
    ['10.5', 'Max. value allowed is 10'],
    ['-1', 'Min. value allowed is 0'],
    ['3.255', 'Use steps of 0.01'],
    ['', 'This field is required'],
    ['much', 'Enter a percentage from 0 to 10'],
  ] as const) {
    await types(knockout, typed)
    await waitFor(() => expect(fieldTextOf(knockout), typed).toContain(expected))
    expect(knockout.getAttribute('aria-invalid')).toBe('true')
  }
  await types(knockout, '７．５')
  await waitFor(() => expect(knockout.getAttribute('aria-invalid')).toBeNull())
  await user.click(screen.getByRole('switch', { name: 'Knockout trigger' }))
  expect([knockout.disabled, knockout.value]).toEqual([true, '5.00'])

  await user.click(screen.getByRole('switch', { name: 'Advertising trigger' }))
  for (const [typed, expected] of [
    ['10.01', 'Max. value allowed is 10'],
    ['-0.01', 'Min. value allowed is 0'],
    ['', 'This field is required'],
  ] as const) {
    await types(offset('advertTrigger'), typed)
    await waitFor(() => expect(fieldTextOf(offset('advertTrigger')), typed).toContain(expected))
  }

  await user.click(screen.getByRole('switch', { name: 'Index-relative trigger' }))
  for (const [typed, expected] of [
    ['', 'This field is required'],
    ['2.99', 'Min. value allowed is 3'],
    ['7.01', 'Max. value allowed is 7'],
  ] as const) {
    await types(offset('indexRelative'), typed)
    await waitFor(() => expect(fieldTextOf(offset('indexRelative'))).toContain(expected))
  }
})

// spec: 5.preferences.2, 5.preferences.3, 5.preferences.4, 5.preferences.5, 5.preferences.10
test('an empty star adds 20 per star it fills; a filled star sets its own lowest hurdle', async () => {
  await edits('rules')
  const presses = (star: number) =>
    user.click(screen.getByRole('radio', { name: new RegExp(`^${star} of 5 stars`) }))
  for (const [star, hurdle] of [
    [3, 50],
    [3, 41],
    [5, 81],
    [1, 10],
    [2, 30],
  ] as const) {
    await presses(star)
    expect(await screen.findByText(`rating ${hurdle} or more`)).toBeTruthy()
  }
  const minimum = document.querySelector<HTMLInputElement>('.minimum input') as HTMLInputElement
  for (const [percent, clamped] of [
    ['76', '75'],
    ['9', '10'],
  ] as const) {
    fireEvent.change(minimum, { target: { value: percent } })
    expect(minimum.value).toBe(clamped)
  }
  // What is required is a choice that cannot be undone: of the duration, both transaction types and the stars.
  const radios = [...document.querySelectorAll<HTMLInputElement>('main input[type=radio]')]
  for (const radio of radios.filter(({ checked }) => checked)) await user.click(radio)
  const groups = [...new Set(radios.map(({ name }) => name))]
  expect(groups).toHaveLength(4)
  for (const group of groups)
    expect(radios.filter(({ name, checked }) => name === group && checked)).toHaveLength(1)
})

test('with a rating below 41 the advertising trigger can be preferred, with a note that new IOIs start without it', async () => {
  const { store } = await edits('rules')
  await user.click(screen.getByRole('switch', { name: 'Advertising trigger' }))
  expect(screen.queryByText(/until it is 41 or more/)).toBeNull()
  const known = accountsApi.endpoints.myDetails.select()(store.getState()).data
  if (!known) throw new Error('nobody is signed in')
  const rated = { ...known, credibilityRating: 40 }
  await store.dispatch(accountsApi.util.upsertQueryData('myDetails', undefined, rated))

  expect((await screen.findByText(/until it is 41 or more/)).textContent).toContain('rating is 40')
  expect(offset('advertTrigger').disabled).toBe(false)
})

// spec: 5.preferences.1, 5.preferences.6
test('an invalid form is not saved: each error is shown and the first invalid field has the focus', async () => {
  const { store } = await edits('rules')
  await user.click(button('Save preferences'))
  expect((await screen.findByText('This field is required')).getAttribute('role')).toBe('alert')
  expect(document.activeElement).toBe(screen.getByLabelText('Broker 1'))

  await user.click(screen.getByRole('switch', { name: 'Index-relative trigger' }))
  await types(offset('indexRelative'), '9')
  await user.click(button('Save preferences'))
  await waitFor(() => expect(document.activeElement).toBe(offset('indexRelative')))
  expect(Object.keys(store.getState().api.mutations)).toEqual([])
})

test('errors are translated when the language is switched', async () => {
  const { initTexts } = await import('../ui/text/use-text.ts')
  await edits('rules')
  await user.click(button('Save preferences'))
  await screen.findByText('This field is required')
  initTexts('Jp')
  expect((await screen.findByText('この項目は必須です。')).getAttribute('role')).toBe('alert')
})

test('at most four brokers, none twice: choosing one from another position swaps them, None removes, ranks on request', async () => {
  await edits('path')
  for (const name of ['Hinoki', 'Kaede', 'Tsubaki', 'Momiji'])
    await user.click(screen.getByRole('button', { name: `${name} Securities` }))
  expect(button('Kuromatsu Securities').getAttribute('aria-disabled')).toBe('true')
  const select = (rank: number) => screen.getByLabelText<HTMLSelectElement>(new RegExp(` ${rank}$`))
  const path = () => [1, 2, 3, 4].map((rank) => select(rank).selectedOptions[0]?.textContent)

  await user.selectOptions(select(1), 'Tsubaki Securities')
  expect(path()).toEqual(['Tsubaki', 'Kaede', 'Hinoki', 'Momiji'].map((name) => `${name} Securities`))
  await user.selectOptions(select(2), 'None')
  expect(path()).toEqual([...['Tsubaki', 'Hinoki', 'Momiji'].map((name) => `${name} Securities`), 'None'])
  expect(screen.queryByText('Rank 1')).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Rank by preference' }))
  await user.click(button('Save preferences'))

  await screen.findByText(/Your preferences have been saved/)
  expect(fact('Brokers')).toBe('1Tsubaki Securities2Hinoki Securities3Momiji Securities')
})

// spec: 8.defaults.3
test('preferences that cannot be fetched show an error and appear after a retry', async () => {
  const way = cuts('/get-trader-defaults')
  await opens('cut')
  const message = await screen.findByText(/Error fetching prefs!/)
  expect(message.closest('[role=alert]')?.textContent).toContain('Network error')

  way.restore()
  await user.click(button('Try again'))
  await screen.findByRole('button', { name: 'Edit' })
})

// spec: 8.account.7, 8.defaults.4
test('a failed save shows an error under the form, keeps the entries and can be repeated', async () => {
  await edits('cut')
  await user.click(screen.getByRole('button', { name: 'Hinoki Securities' }))
  const way = cuts('/set-trader-defaults')
  await user.click(button('Save preferences'))
  const message = await screen.findByText(/Error updating prefs!/)
  expect(message.textContent).toContain('Network error')
  expect(message.compareDocumentPosition(button('Save preferences'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByLabelText<HTMLSelectElement>('Broker 1').value).not.toBe('')

  way.restore()
  await user.click(button('Save preferences'))
  await screen.findByText(/Your preferences have been saved/)
})

test('a broker that is no longer enabled for the institution is refused with a message', async () => {
  await edits('gone')
  await user.click(screen.getByRole('button', { name: 'Kuromatsu Securities' }))
  await runAdminCommand('broker unassign', { firm: 'Cedar', shortName: 'KUR' })
  await user.click(button('Save preferences'))

  const message = await screen.findByText(/Error updating prefs!/)
  expect(message.textContent).toContain('brokers that are enabled for your firm')
})

test('cancelling restores the saved preferences; leaving with unsaved changes asks for confirmation', async () => {
  const page = await edits('gone')
  await user.click(screen.getByRole('radio', { name: '150 minutes' }))
  await user.click(button('Cancel'))
  expect(fact('Duration')).toBe('60 minutes')

  await user.click(button('Edit'))
  await user.click(await screen.findByRole('radio', { name: '150 minutes' }))
  await user.click(screen.getByRole('link', { name: 'Security' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(page.path()).toBe('/profile/preferences')
  await user.click(screen.getByRole('link', { name: 'Security' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(page.path()).toBe('/profile/security'))
})

test('logging off with unsaved changes asks for confirmation, then leads to the logged-out page', async () => {
  const page = await edits('gone')
  await user.click(screen.getByRole('radio', { name: '150 minutes' }))
  const logsOff = async () => {
    await user.click(await screen.findByRole('button', { name: /Profile and settings$/ }))
    await user.click(button('Log Off'))
    return within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  }
  await user.click((await logsOff()).getByRole('button', { name: 'Stay' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '150 minutes' }).checked).toBe(true)
  await user.click((await logsOff()).getByRole('button', { name: 'Leave without saving' }))

  await screen.findByText('Logged off')
  expect(page.path()).toBe('/home')
})

test('all preferences appear in Japanese on a Japanese page', async () => {
  await opens('cut', 'Jp')
  await screen.findByRole('button', { name: '編集' })
  expect(fact('有効期間')).toBe('60分')
  expect(fact('対指数トリガー')).toBe('オフ（既定 3.00%）')
  await user.click(button('編集'))
  expect(await screen.findByRole('button', { name: '既定値を保存' })).toBeTruthy()
})
