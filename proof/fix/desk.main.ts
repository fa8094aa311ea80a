import { strict as assert } from 'node:assert'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { chromium } from '@playwright/test'
import { installedBrowser } from '../../e2e/support/browser.ts'
import { Trader } from '../../e2e/support/people.ts'
import { startServer } from '../../e2e/support/server.ts'
import { startGatewayProcess } from './gateway-process.ts'
import { compileCounterparty, QuickFixProcess } from './quickfix-process.ts'

/**
 * An institution that uses FIX, played by QuickFIX, is located with one at its desk in Chromium; the broker has its
 * drop copy. Both receive the same outcome. Needs a built client, a browser, g++ and Debian's package libquickfix-dev.
 */
const alder = 'ALDER-OMS'
const hinoki = 'HINOKI'

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-desk-'))
const server = await startServer({ ROBOTS: 'off' })
const gateway = await startGatewayProcess({ AITAI_URL: server.url, FIX_DATA_DIR: join(folder, 'fix') }, [
  '--demo',
])
const executablePath = installedBrowser()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox'],
})
const quickFix = new QuickFixProcess(compileCounterparty(folder), {
  folder,
  version: 'FIX.4.4',
  port: gateway.port,
  password: demoPassword,
  compIds: [alder, hinoki],
})
try {
  for (const compId of [alder, hinoki]) await quickFix.event(compId, 'logon')
  for (const [language, outcome, ric] of [
    ['Jp', 'accept', '8306.T'],
    ['En', 'pass', '9984.T'],
  ] as const) {
    const desk = await Trader.signsIn({
      url: server.url,
      browser,
      email: 'trader@birch.example',
      language,
    })
    const id = `A-${outcome}`
    const order = `11=${id}|453=1|448=HIN|447=D|452=1|18=M|55=${ric}|54=1|60=${formatUtcTimestamp(Date.now())}`
    quickFix.send(alder, `35=D|${order}|38=20000|40=P|5001=25`)
    await quickFix.receives(alder, { 11: id, 150: '0' })
    await desk.advertises('SELL', ric, 20_000)
    const located = await quickFix.receives(alder, { 35: 'R', 55: ric, 5018: id })
    await desk.seesContraLocated('20,000')
    quickFix.send(alder, `35=AJ|131=${located.fields['131']}|694=1`)
    if (outcome === 'accept') {
      await desk.answers('a')
      const bought = await quickFix.receives(alder, { 11: id, 150: '7', 448: 'HIN' })
      const { broker, password } = await desk.handedTo()
      assert.equal(broker, 'Hinoki Securities', 'both receive the same broker')
      const agreement = bought.fields['5014'] ?? ''
      await quickFix.receives(hinoki, { 37: agreement, 54: '1', 5013: bought.fields['5013'] ?? '' })
      await quickFix.receives(hinoki, { 37: agreement, 54: '2', 5013: password })
    } else {
      await desk.answers('d')
      await quickFix.receives(alder, { 11: id, 150: '9', 5010: 'CONTRA_DECLINED' })
      await desk.seesOutcome('locate.outcome.DECLINED')
    }
    console.log(
      `${language}: QuickFIX and a desk in Chromium were located and received the same outcome: ${outcome}`,
    )
    await desk.page.context().close()
  }
} finally {
  await browser.close()
  await quickFix.stop()
  await gateway.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
