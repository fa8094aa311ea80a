import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { addedPassword, addTrader, runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf, submitAdvert, tradableSecurities } from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)
test.beforeEach(async () => {
  const firm = 'Alder'
  await addTrader(product, { email: 'ken@alder.example', firstName: 'Ken', lastName: 'Doi', firm })
  await addTrader(product, { email: 'head@alder.example', firstName: 'Aya', lastName: 'Ono', firm })
  await grants('on')
})

const grants = (to: 'on' | 'off'): Promise<void> =>
  runOperatorCommand(
    product,
    ...['user', 'change', 'head@alder.example', '--desk-head', to, '--reason', 'agreed with the institution'],
  )

for (const language of languages)
  test(`a desk head pauses the desk of two colleagues, who see by whom, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const who = { url: product.url, browser, language }
    const signIn = (email: string) => Trader.signsIn({ ...who, email, password: addedPassword })
    const emma = await Trader.signsIn({ ...who, email: 'trader@alder.example' })
    const colleagues = [emma, await signIn('ken@alder.example')]
    const rics: string[] = []
    for (const [i, colleague] of colleagues.entries()) {
      const caller = await sessionOf(colleague.page, product.url)
      const equity = (await tradableSecurities(caller))[i]
      if (!equity) throw new Error('no such security')
      await submitAdvert(caller, equity, 'BUY')
      rics.push(equity.ric)
      await colleague.sees(equity.ric, 'advert.status.SENT')
    }
    const head = await signIn('head@alder.example')
    const { page } = head
    const dialog = page.getByRole('dialog')

    await test.step('the head, who has no IOI, sees those of the desk', async () => {
      await page.getByRole('link', { name: head.text('header.desk'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(head.text('desk.title'))
      const groups = page.locator('.desk-table tbody')
      await expect(groups).toHaveCount(2)
      for (const [name, ric] of [
        ['Emma Whitfield', rics[0]],
        ['Ken Doi', rics[1]],
      ] as const)
        await expect(groups.filter({ hasText: name })).toContainText(`${ric}`)
    })

    await test.step('the head sees them by sector, side and broker, without a mouse', async () => {
      const view = (by: 'trader' | 'side' | 'sector' | 'broker') =>
        page.getByRole('radio', { name: head.text(`openInterest.by.${by}`), exact: true })
      const table = page.locator('.open-interest')
      const total = table.locator('tfoot td')
      const firstCells = table.locator('tbody tr > :nth-child(-n+2)')
      await view('trader').focus()
      await page.keyboard.press('ArrowRight')
      await expect(firstCells).toHaveText([new RegExp(head.text('common.BUY')), '2', /./, '–'])
      await page.keyboard.press('ArrowRight')
      await expect(page).toHaveURL(/[?]by=sector$/)
      await expect(firstCells).toHaveText([head.text('sector.3700'), '1', head.text('sector.7050'), '1'])
      await expect(total.first()).toHaveText('2')

      await page.reload()
      await expect(firstCells).toHaveCount(4)
      const widths = () => table.locator('thead th').evaluateAll((all) => all.map((th) => th.clientWidth))
      const before = await widths()
      const name = table.getByRole('button', { name: head.text('openInterest.key.sector'), exact: true })
      await name.press('Enter')
      await expect(firstCells.first()).toHaveText(head.text('sector.7050'))
      expect(await widths()).toEqual(before)

      await view('sector').focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(head.text('openInterest.note.broker'))).toBeVisible()
      await expect(total.first()).toHaveText('2')
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(head.text('exposure.empty.desk'))).toBeVisible()
      await expect(page).toHaveURL(/[?]by=exposure$/)
      await page.keyboard.press('ArrowRight')
      await expect(page.locator('.desk-table tbody')).toHaveCount(2)
      await expect(page).toHaveURL(/\/desk$/)
    })

    await test.step('F9 asks with the number of each trader, and Enter pauses all', async () => {
      await page.keyboard.press('F9')
      await expect(dialog).toContainText(head.text('all.question.desk.pause', { count: 2 }))
      await expect(dialog.getByRole('row')).toHaveText([
        `Emma Whitfield ${head.text('all.perTrader.count', { count: 1 })}`,
        `Ken Doi ${head.text('all.perTrader.count', { count: 1 })}`,
      ])
      await expect(head.button('all.confirm.pause', { count: 2 })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.locator('.desk-table .status-tag')).toHaveText(
        Array(2).fill(head.text('advert.status.PAUSED')),
      )
    })

    await test.step('each colleague sees the status, and in the bell who paused it', async () => {
      for (const [i, colleague] of colleagues.entries()) {
        await colleague.sees(rics[i] ?? '', 'advert.status.PAUSED')
        await colleague.page.locator('.dropdown-trigger:has(.bell-count)').click()
        const line = colleague.page.locator('.bell-line').first()
        await expect(line).toContainText(colleague.text('notification.DESK_HEAD_PAUSED'))
        await expect(line).toContainText('Aya Ono')
        await expect(colleague.page.getByRole('link', { name: colleague.text('header.desk') })).toHaveCount(0)
      }
    })

    await test.step('once the operator has withdrawn the grant, the head sees nothing more', async () => {
      await grants('off')
      await expect(page.getByText(head.text('desk.forbidden'), { exact: true })).toBeVisible()
      await expect(page.locator('.desk-table')).toHaveCount(0)
    })
  })
