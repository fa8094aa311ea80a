import { strict as assert } from 'node:assert'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'
import type { FixVersion, PrintedMessage, QuickFixProcess } from './quickfix-process.ts'

const alder = 'ALDER-OMS'
const birch = 'BIRCH-OMS'
const hinoki = 'HINOKI'

/** One flow of the rules of engagement, and the messages sent in it. */
export interface RecordedFlow {
  readonly title: string
  readonly lines: readonly string[]
}

/** The whole job of two institutions and a broker by FIX alone, flow by flow. */
export class TradingFlows {
  readonly #process: QuickFixProcess
  readonly #is42: boolean
  readonly recorded: RecordedFlow[] = []

  constructor(process: QuickFixProcess, version: FixVersion) {
    this.#process = process
    this.#is42 = version === 'FIX.4.2'
  }

  async run(): Promise<void> {
    await this.#flow('Orders, locate, agreement, drop copy and execution', () => this.#agree())
    await this.#flow('A locate that one side passes', () => this.#decline())
    await this.#flow('Replace, suspend, release, status and cancel', () => this.#change())
    await this.#flow('An indication', () => this.#indicate())
    await this.#flow('Refusals', () => this.#refuse())
    await this.#flow('Securities and hours of matching', () => this.#reference())
    assert.deepEqual(
      this.#process.unexpected.map(({ compId, text }) => `${compId} ${text}`),
      [],
      'messages that nobody waited for',
    )
  }

  async #flow(title: string, act: () => Promise<void>): Promise<void> {
    const before = this.#process.transcript.length
    await act()
    const lines = this.#process.transcript
      .slice(before)
      .filter(({ message }) => message.fields['35'] !== 'h' || title.startsWith('Securities'))
      .map(({ direction, message }) => `${message.compId} ${direction === 'to' ? '→' : '←'} ${message.text}`)
    this.recorded.push({ title, lines })
  }

  /** A type that FIX 4.2 does not have begins with U there. */
  #type(type: string): string {
    return this.#is42 && ['AJ', 'AE', 'AR', 'BN', 'x', 'y'].includes(type) ? `U${type}` : type
  }

  #brokers(): string {
    return this.#is42 ? '5019=HIN' : '453=1|448=HIN|447=D|452=1'
  }

  #order(clOrdId: string, side: 1 | 2, ric: string): string {
    return `35=D|11=${clOrdId}|${this.#brokers()}|18=M|55=${ric}|54=${side}|60=${now()}|38=10000|40=P|59=0|5001=25`
  }

  async #locate(ric: string, suffix: string): Promise<readonly [PrintedMessage, PrintedMessage]> {
    const process = this.#process
    process.send(alder, this.#order(`A${suffix}`, 1, ric))
    process.send(birch, this.#order(`B${suffix}`, 2, ric))
    for (const [compId, clOrdId] of [
      [alder, `A${suffix}`],
      [birch, `B${suffix}`],
    ] as const)
      await process.receives(compId, { 35: '8', 11: clOrdId, 150: '0', 39: '0', 110: '2500', 59: '0' })
    return await Promise.all([
      process.receives(alder, { 35: 'R', 55: ric, 54: '1', 38: '10000' }),
      process.receives(birch, { 35: 'R', 55: ric, 54: '2', 38: '10000' }),
    ])
  }

  #answer(compId: string, { fields }: PrintedMessage, answer: 1 | 6, id: string): void {
    this.#process.send(compId, `35=${this.#type('AJ')}|693=${id}|131=${fields['131']}|694=${answer}`)
  }

  async #agree(): Promise<void> {
    const process = this.#process
    const [bid, offer] = await this.#locate('7203.T', '1')
    this.#answer(alder, bid, 1, 'AQ1')
    this.#answer(birch, offer, 1, 'BQ1')
    const broker = this.#is42 ? { 76: 'HIN' } : { 448: 'HIN', 452: '1' }
    const bought = await process.receives(alder, { 35: '8', 11: 'A1', 150: '7', 39: '7', ...broker })
    const sold = await process.receives(birch, { 35: '8', 11: 'B1', 150: '7', 39: '7', ...broker })
    assert.equal(bought.fields['31'], undefined, 'an agreement is no fill')
    assert.equal(bought.fields['44'], sold.fields['44'], 'both at one price')
    assert.notEqual(bought.fields['5013'], sold.fields['5013'], 'a password each')
    const agreement = bought.fields['5014'] ?? ''
    for (const [side, { fields }] of [
      ['1', bought],
      ['2', sold],
    ] as const)
      await process.receives(hinoki, {
        35: '8',
        54: side,
        37: agreement,
        5013: fields['5013'] ?? '',
        797: 'Y',
      })
    for (const side of [1, 2])
      process.send(hinoki, `35=${this.#type('BN')}|37=${agreement}|1036=1|54=${side}`)
    const price = bought.fields['44']
    process.send(
      hinoki,
      `35=${this.#type('AE')}|571=T1|487=0|37=${agreement}|55=7203.T|32=10000|31=${price}|60=${now()}`,
    )
    await process.receives(hinoki, { 35: this.#type('AR'), 571: 'T1', 939: '0' })
    process.send(hinoki, `35=${this.#type('AE')}|571=T2|487=1|572=T1|37=${agreement}|55=7203.T|60=${now()}`)
    await process.receives(hinoki, { 35: this.#type('AR'), 571: 'T2', 939: '0' })
  }

  async #decline(): Promise<void> {
    const process = this.#process
    const [bid, offer] = await this.#locate('6758.T', '2')
    this.#answer(alder, bid, 1, 'AQ2')
    this.#answer(birch, offer, 6, 'BQ2')
    await process.receives(alder, { 35: '8', 11: 'A2', 150: '9', 5010: 'CONTRA_DECLINED' })
    await process.receives(birch, { 35: '8', 11: 'B2', 150: '9', 5010: 'DECLINED' })
    this.#answer(birch, offer, 1, 'BQ3')
    await process.receives(birch, { 35: 'j', 5010: 'LOCATE-ANSWERED' })
    for (const [compId, clOrdId, orig] of [
      [alder, 'A3', 'A2'],
      [birch, 'B3', 'B2'],
    ] as const) {
      const side = compId === alder ? 1 : 2
      process.send(compId, `35=F|11=${clOrdId}|41=${orig}|55=6758.T|54=${side}|60=${now()}`)
      await process.receives(compId, { 35: '8', 11: clOrdId, 41: orig, 150: '4', 39: '4', 151: '0' })
    }
  }

  async #change(): Promise<void> {
    const process = this.#process
    const replace = (clOrdId: string, orig: string, execInst: string, quantity: number): void =>
      process.send(
        alder,
        `35=G|11=${clOrdId}|41=${orig}|18=${execInst}|55=9984.T|54=1|60=${now()}|38=${quantity}|40=P`,
      )
    process.send(alder, this.#order('C1', 1, '9984.T'))
    await process.receives(alder, { 11: 'C1', 150: '0' })
    replace('C2', 'C1', 'M', 20_000)
    await process.receives(alder, { 11: 'C2', 41: 'C1', 150: '5', 39: '5', 38: '20000' })
    replace('C3', 'C2', 'M S', 20_000)
    await process.receives(alder, { 11: 'C3', 150: '9', 39: '9' })
    replace('C4', 'C3', 'M q', 20_000)
    await process.receives(alder, { 11: 'C4', 150: 'D', 39: '0' })
    process.send(alder, '35=H|11=C4|55=9984.T|54=1')
    await process.receives(
      alder,
      this.#is42 ? { 11: 'C4', 20: '3', 150: '0' } : { 11: 'C4', 150: 'I', 39: '0' },
    )
    process.send(alder, `35=F|11=C5|41=C4|55=9984.T|54=1|60=${now()}`)
    await process.receives(alder, { 11: 'C5', 41: 'C4', 150: '4' })
  }

  async #indicate(): Promise<void> {
    const process = this.#process
    const terms = `55=8306.T|54=2|27=20000|60=${now()}`
    process.send(birch, `35=6|23=I1|28=N|${terms}`)
    await process.receives(birch, { 35: '8', 11: 'I1', 150: '0', 54: '2', 38: '20000' })
    process.send(birch, `35=6|23=I2|28=R|26=I1|${terms.replace('20000', '30000')}`)
    await process.receives(birch, { 35: '8', 11: 'I2', 41: 'I1', 150: '5', 38: '30000' })
    process.send(birch, `35=6|23=I3|28=N|${terms.replace('27=20000', '27=L')}`)
    await process.receives(birch, { 35: '8', 11: 'I3', 150: '8', 5010: 'FIX-IOI-QUANTITY' })
    process.send(birch, `35=6|23=I4|28=C|26=I2|${terms}`)
    await process.receives(birch, { 35: '8', 11: 'I4', 41: 'I2', 150: '4' })
  }

  async #refuse(): Promise<void> {
    const process = this.#process
    process.send(alder, this.#order('E1', 1, '0000.T'))
    await process.receives(alder, { 11: 'E1', 150: '8', 103: '1', 5010: 'SECURITY-NOT-FOUND' })
    process.send(alder, this.#order('E1', 1, '7203.T'))
    await process.receives(alder, { 11: 'E1', 150: '8', 103: '6', 5010: 'FIX-DUPLICATE' })
    process.send(alder, `35=F|11=E2|41=unknown|55=7203.T|54=1|60=${now()}`)
    await process.receives(alder, { 35: '9', 11: 'E2', 37: 'NONE', 102: '1', 434: '1' })
    process.send(hinoki, `35=${this.#type('AE')}|571=T3|37=unknown|55=7203.T|32=100|31=1000|60=${now()}`)
    await process.receives(hinoki, { 35: this.#type('AR'), 571: 'T3', 939: '1', 5010: 'FIX-AGREEMENT' })
    process.send(alder, `35=${this.#type('AJ')}|131=unknown|694=1`)
    await process.receives(alder, { 35: 'j', 379: 'unknown', 380: '1' })
  }

  async #reference(): Promise<void> {
    const process = this.#process
    process.send(alder, '35=g|335=H1|336=MATCHING|263=0')
    await process.receives(alder, { 35: 'h', 335: 'H1', 340: '2' })
    process.send(alder, `35=${this.#type('x')}|320=L1|559=4`)
    const list = await process.receives(alder, { 35: this.#type('y'), 320: 'L1' })
    assert.ok(Number(list.fields['393']) > 100, 'all securities')
    let listed = Number(list.fields['146'])
    while (listed < Number(list.fields['393']))
      listed += Number((await process.receives(alder, { 35: this.#type('y'), 320: 'L1' })).fields['146'])
    assert.equal(listed, Number(list.fields['393']), 'every security once')
  }
}

const now = (): string => formatUtcTimestamp(Date.now())
