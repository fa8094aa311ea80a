import { textIn } from '@aitai/messages/texts.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addAccount } from '../../test/support/accounts.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'

// A desk, its socket and a server share the machine with the other tests.
configure({ asyncUtilTimeout: 10_000 })

const reason = 'a test of sizes'

/** A trader of an institution whose largest notional is JPY 90,000,000,000. */
async function limitedTrader(): Promise<string> {
  const firm = 'Ceiling Capital'
  await runAdminCommand('firm add', { name: firm })
  await runAdminCommand('broker add', { name: 'Ceiling Securities', shortName: 'CEIL' })
  await runAdminCommand('broker assign', { firm, shortName: 'CEIL' })
  await runAdminCommand('firm change', { firm, largestNotional: 90_000_000_000, reason })
  await addAccount('trader@ceiling.example', { role: 'TRADER', firm })
  return newSessionToken('trader@ceiling.example')
}

test('a size above the limit of the firm is refused before the review, which warns about a very large one', async () => {
  localStorage.setItem('userToken', await limitedTrader())
  renderApp('/adverts-home')
  const user = userEvent.setup()
  await user.type(
    await screen.findByRole('combobox', { name: textIn('En', 'advert.search.label') }),
    '7203.T{Enter}',
  )
  const quantity = await screen.findByRole<HTMLInputElement>('textbox', {
    name: textIn('En', 'advert.quantity'),
  })
  await waitFor(() => expect(quantity.value).not.toBe(''))
  const isRefused = async (limit: string) => {
    const shown = await screen.findByText(`Above your firm’s size limit of JPY ${limit} for one IOI.`)
    expect(shown.closest('.size-quantity')).not.toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(quantity))
  }
  const yen = screen.getByRole<HTMLInputElement>('textbox', { name: textIn('En', 'advert.jpy') })
  await waitFor(() => expect(yen.value).not.toBe(''))
  await user.clear(quantity)
  await user.type(quantity, 'B 40m')
  await user.click(screen.getByRole('button', { name: textIn('En', 'advert.action.review.send') }))
  await isRefused('90,000,000,000')

  await user.clear(quantity)
  await user.type(quantity, 'B 20m')
  await user.click(screen.getByRole('button', { name: textIn('En', 'advert.action.review.send') }))

  const review = await screen.findByRole('dialog')
  expect(within(review).getByText('The notional exceeds JPY 2bn.')).toBeTruthy()
  expect(within(review).getByText(/^This is \d+ % of the average daily volume of 20 days\.$/)).toBeTruthy()
  // Looking again does not find an extra zero: it has to be typed again.
  const confirm = screen.getByRole('button', { name: textIn('En', 'advert.review.confirm.send') })
  const again = within(review).getByRole('textbox', { name: textIn('En', 'advert.retype') })
  await waitFor(() => expect(document.activeElement).toBe(again))
  await user.type(again, '2m{Enter}')
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await user.clear(again)
  await user.type(again, '20m{Enter}')
  expect(document.activeElement).toBe(confirm)
  expect(screen.getByRole('dialog')).toBeTruthy()
  // Lowered since the sign-in: the server decides.
  await runAdminCommand('firm change', { firm: 'Ceiling Capital', largestNotional: 30_000_000, reason })
  // A press right after the opening is taken for the second half of a double click.
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: textIn('En', 'advert.review.confirm.send') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 1_000 })
  })
  await isRefused('30,000,000')
}, 30_000)
