import { callApi } from '@aitai/contract/api-client.ts'
import { brokerExecutionConfirmation, brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { BrokerUser } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  type ConnectedUser,
  executingBroker,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)

interface Traders {
  readonly alder: ConnectedUser
  readonly birch: ConnectedUser
  readonly equities: readonly Equity[]
}

async function traders(): Promise<Traders> {
  const [alder, birch] = await Promise.all([
    signInContra(product.url, 'alder'),
    signInContra(product.url, 'birch'),
  ])
  return { alder, birch, equities: await tradableSecurities(alder) }
}

/**
 * Both sides advertise and accept, through any broker or this one; returns the executing broker's short name.
 */
async function agree({ alder, birch, equities }: Traders, ric: string, by = ''): Promise<string> {
  const only = { by: ({ brokerName }: Broker): boolean => brokerName.toLowerCase().startsWith(by) }
  const equity = equities.find((each) => each.ric === ric)
  if (!equity) throw new Error(`no security ${ric}`)
  await submitAdvert(alder, equity, 'BUY', only)
  await submitAdvert(birch, equity, 'SELL', only)
  await answerLocate(alder, equity, 'accept')
  await answerLocate(birch, equity, 'accept')
  const brokerName = await executingBroker(alder, equity)
  return brokerName.split(' ')[0]?.toLowerCase() ?? ''
}

async function signsIn(browser: Browser, word: string, language: 'En' | 'Jp'): Promise<BrokerUser> {
  const email = `broker@${word}.example`
  return BrokerUser.signsIn({ url: product.url, browser, email, language })
}

/** Copies the row as it is shown, tab-separated, for a spreadsheet. */
async function copies(broker: BrokerUser, row: Locator): Promise<void> {
  const { page } = broker
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await row.getByRole('button', { name: broker.text('agreement.copyRow') }).click()
  await expect(row.getByRole('button', { name: broker.text('common.copied') })).toBeVisible()
  const copied = ((await page.evaluate('navigator.clipboard.readText()')) as string).split('\t')
  const passwords = await row.locator('.agreement-password').allTextContents()
  for (const shown of ['Alder', 'Birch', '50,000', broker.text('common.pending'), ...passwords])
    expect(copied).toContain(shown)
}

/** Opens the newest line of the bell: the status of each side, and who confirmed. */
async function showsInBell(
  broker: BrokerUser,
  title: Parameters<BrokerUser['text']>[0],
  [buy, sell]: readonly [Received, Received],
): Promise<void> {
  const { page } = broker
  const name = (await page.locator('.profile-name').textContent()) ?? ''
  await page
    .getByRole('button', { name: new RegExp(broker.text('notification.unread', { count: '\\d+' })) })
    .click()
  const tabs = page.getByRole('tablist', { name: broker.text('notification.bell') }).getByRole('tab')
  await expect(tabs.first()).toContainText(broker.text('notification.statusAlert'))
  // OK has acknowledged the match; what follows is unread, also for the user who confirmed.
  if (title === 'notification.New IOI Match Confirmed')
    await tabs.filter({ hasText: broker.text('notification.acknowledged') }).click()
  const line = page.locator('.bell-line').filter({ hasText: broker.text(title) })
  await line.getByRole('button').first().click()
  const sides = line.locator('.bell-line-more .bell-facts')
  await expect(sides).toHaveText([new RegExp(broker.text(buy)), new RegExp(broker.text(sell))])
  const more = line.locator('.bell-line-more')
  if (sell === 'common.received')
    await expect(more).toContainText(broker.text('notification.confirmedBy', { name }))
  else if (buy === 'common.received')
    await expect(more).toContainText(broker.text('notification.by', { name }))
  await page.keyboard.press('Escape')
}

async function confirmsBoth(broker: BrokerUser, security: string): Promise<void> {
  await showsInBell(broker, 'notification.New IOI Match Confirmed', ['common.pending', 'common.pending'])
  await broker.confirms('agreement.confirmBuy', 'Alder', security)
  await showsInBell(broker, 'notification.Connection status updated', ['common.received', 'common.pending'])
  await broker.confirms('agreement.confirmSell', 'Birch', security)
  await showsInBell(broker, 'notification.Connection confirmed', ['common.received', 'common.received'])
}

/** Another match is announced and becomes read once both sides are confirmed in another tab. */
async function confirmsInOtherTab(broker: BrokerUser, people: Traders, word: string): Promise<void> {
  const { page } = broker
  await agree(people, '6758.T', word)
  const popup = page.getByRole('dialog', { name: broker.text('agreement.matchTitle') })
  await expect(popup).toContainText('6758.T')
  const tab = await sessionOf(page, product.url)
  const all = await callApi(tab, brokerUserExecutionListing)
  const fresh = all.find(({ buyStatus, sellStatus }) => !buyStatus && !sellStatus)
  for (const side of [{ buyStatus: true }, { sellStatus: true }])
    await callApi(tab, brokerExecutionConfirmation, {
      body: { connectionAgreementId: fresh?.connectionAgreementId ?? '', ...side },
    })
  await expect(popup).toBeHidden()
}

async function searches(broker: BrokerUser, row: Locator): Promise<void> {
  const { page } = broker
  const password = (await row.locator('.agreement-password').first().textContent()) ?? ''
  const quick = page.getByRole('textbox', { name: broker.text('table.quick') })
  await quick.fill(password)
  await expect(row).toBeVisible()
  expect(`${page.url()} ${await page.title()}`).not.toContain(password)
  await quick.fill('zzz')
  await expect(page.getByText(broker.text('agreement.noneShown'))).toBeVisible()
  await broker.button('table.clear').click()
}

type Received = 'common.received' | 'common.pending'

// spec: 1.4, 2.routes.8, 2.header.9, 2.broker.1, 2.broker.2, 2.broker.3, 4.broker.1, 4.broker.2
// spec: 4.broker.3, 4.broker.4, 4.broker.5
for (const language of languages)
  test(`a broker's day, from the match to the printed page, in ${language}`, {
    tag: language === 'Jp' ? [] : '@full',
  }, async ({ browser }) => {
    const people = await traders()
    const word = await agree(people, '7203.T')
    const broker = await signsIn(browser, word, language)
    const { page } = broker
    const row = page.getByRole('row').filter({ hasText: '7203.T' })
    const security = language === 'Jp' ? '7203.T - トヨタ自動車' : '7203.T - Toyota Motor'

    await test.step('a match waits for its OK', () => broker.readsMatch())
    await test.step('its row is copied, as it is shown', () => copies(broker, row))
    await test.step('each side is confirmed, by whom and when', async () => {
      await confirmsBoth(broker, security)
      await expect(row.locator('time')).toHaveCount(2)
      await expect(row.getByText(broker.text('common.received'))).toHaveCount(2)
    })
    await test.step('a match that is confirmed elsewhere needs no OK any more', () =>
      confirmsInOtherTab(broker, people, word))
    await test.step('the keyboard alone takes it back', async () => {
      const undo = broker.text('agreement.undoBuy', { institution: 'Alder', security })
      const confirm = broker.text('agreement.confirmBuy', { institution: 'Alder', security })
      await page.getByRole('button', { name: undo }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: confirm })).toBeVisible()
    })
    await test.step('the search finds a password, and nothing else shows it', () => searches(broker, row))
    await test.step('the day on paper is alone on it, and holds no password', async () => {
      const passwords = await row.locator('.agreement-password').allTextContents()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
      const paper = page.locator('.printed-day')
      await expect(paper).toBeVisible()
      await expect(page.locator('#root')).toBeHidden()
      await expect(paper).toContainText(security)
      await expect(paper.locator('header')).toContainText(language === 'Jp' ? '証券' : 'Securities')
      for (const password of passwords) await expect(paper).not.toContainText(password)
      await expect(paper).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
      await page.emulateMedia({ media: null, colorScheme: null })
      await expect(paper).toHaveCount(0)
    })
    await Promise.all([people.alder.leaves(), people.birch.leaves()])
  })
