import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { advertises, createTestMarket, sessionOf } from '../../test/support/test-market.ts'

const tabs = (): readonly (string | null)[] =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/profile/'))
    .map((link) => link.textContent)

// spec: 2.routes.9, 2.routes.10, 2.routes.15, 2.profile.1, 2.profile.2, 6.4
test("a trader's profile opens on the counts, which are zero before the first IOI", async () => {
  localStorage.setItem('userToken', await newSessionToken('trader@alder.example'))
  const page = renderApp('/profile')

  await screen.findByRole('heading', { name: 'IOI counts' })
  expect(page.path()).toBe('/profile/ioi-counts')
  expect(tabs()).toEqual(['IOI counts', 'Preferences', 'Security'])
  const named = [...document.querySelectorAll('.profile-counts dt')].map((each) => each.textContent)
  expect(named).toEqual([
    'Uploads',
    'Cancels',
    'Locates',
    'Accepts',
    'Declines',
    'Timeouts',
    'Trigger cancels',
  ])
  const counts = [...document.querySelectorAll('.profile-counts dd')].map((each) => each.textContent)
  expect(counts).toEqual(Array(7).fill('0'))
  await screen.findByText('You have sent no IOI in these days.')
})

test('the counts are drawn by day as well, from sent to agreed', async () => {
  const market = await createTestMarket('Funnel')
  try {
    await market.agree('7203.T', 40_000)
    const token = await newSessionToken(market.buyer)
    await advertises(sessionOf(token), '6758.T', 'BUY', 40_000)
    localStorage.setItem('userToken', token)
    renderApp('/profile')
    const funnel = within(await screen.findByRole('table'))
    expect(funnel.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Day',
      'Sent',
      'Located',
      'Accepted by you',
      'Completed',
    ])
    expect(funnel.getByRole('row', { name: /2 1 1 1$/ })).toBeTruthy()
  } finally {
    await market.leave()
  }
})

// spec: 2.routes.9, 2.routes.10, 2.profile.5, 6.8
test('the profile of a broker has only the security tab, whatever the address', async () => {
  localStorage.setItem('userToken', await newSessionToken('broker@hinoki.example'))
  const page = renderApp('/profile/preferences')

  await screen.findByRole('heading', { name: '2FA' })
  expect(page.path()).toBe('/profile/security')
  expect(tabs()).toEqual(['Security'])
  await page.router.navigate('/profile')
  await waitFor(() => expect(page.path()).toBe('/profile/security'))
})

// spec: 2.profile.5, 5.passwords.1, 5.passwords.2, 5.passwords.3, 5.passwords.5
test('changing the password requires all three fields and revalidates the confirmation on change', async () => {
  localStorage.setItem('userToken', await newSessionToken('broker@hinoki.example'))
  renderApp('/profile/security')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(3))

  await user.type(screen.getByLabelText('Existing password'), 'not-the-existing-one')
  await user.type(screen.getByLabelText('New password'), 'a-brand-new-password')
  await user.type(screen.getByLabelText('Confirm new password'), 'a-brand-new-passwor')
  await screen.findByText('password does not match')
  await user.type(screen.getByLabelText('Confirm new password'), 'd')
  await waitFor(() => expect(screen.queryByText('password does not match')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Invalid existing password')
})
