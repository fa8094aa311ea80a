import type { ApiSession } from '@aitai/contract/api-client.ts'
import type { Browser } from '@playwright/test'
import { BrokerUser, type Person, type SignInOptions, Trader } from '../support/people.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import {
  answerLocate,
  type ConnectedUser,
  generousRateLimits,
  type LocateAnswer,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../support/trading-api.ts'

/** One screen of the product: how it is reached from the previous one, and how it is left for the next. */
export interface AuditedScreen {
  /** The name of its picture in docs/screens. */
  readonly name: string
  /** Goes there and waits until it is drawn. Returns the user whose screen it is. */
  readonly arrive: (session: AuditSession) => Promise<Person>
  readonly leave?: (session: AuditSession) => Promise<unknown>
}

/** How the users of an audit see the screens: language, theme and the like. */
export type AuditOptions = Omit<SignInOptions, 'url' | 'browser' | 'email'>

/** The server and the users of one audit; each user is created on first use. */
export class AuditSession {
  product: RunningServer
  readonly #browser: Browser
  readonly #who: AuditOptions
  #trader: Trader | null = null
  #contra: ConnectedUser | null = null
  #broker: BrokerUser | null = null
  #located: Equity | null = null
  /** The executing broker and another one, known once both sides have accepted. */
  executing = { own: '', other: '' }
  guest: Person | null = null

  constructor(product: RunningServer, browser: Browser, who: AuditOptions) {
    this.product = product
    this.#browser = browser
    this.#who = who
  }

  as(email: string): SignInOptions {
    return { ...this.#who, url: this.product.url, browser: this.#browser, email }
  }

  async signsIn(): Promise<Trader> {
    this.#trader = await Trader.signsIn(this.as('trader@alder.example'))
    return this.#trader
  }

  get trader(): Trader {
    if (!this.#trader) throw new Error('the trader has not signed in yet')
    return this.#trader
  }

  get caller(): Promise<ApiSession> {
    return sessionOf(this.trader.page, this.product.url)
  }

  async contra(): Promise<ConnectedUser> {
    this.#contra ??= await signInContra(this.product.url, 'birch')
    return this.#contra
  }

  /** Signs the trader's account in elsewhere, with another client. */
  signInAgain(): Promise<ConnectedUser> {
    return signInContra(this.product.url, 'alder')
  }

  get signedInBroker(): BrokerUser {
    if (!this.#broker) throw new Error('no broker has signed in yet')
    return this.#broker
  }

  async broker(email: string): Promise<BrokerUser> {
    await this.#broker?.leaves()
    this.#broker = await BrokerUser.signsIn(this.as(email))
    return this.#broker
  }

  /** Sends the trader's advert in a security and an opposite one, so that a locate follows. */
  async locates(ric: string): Promise<void> {
    const [caller, contra] = await Promise.all([this.caller, this.contra()])
    this.#located = (await tradableSecurities(caller)).find((each) => each.ric === ric) ?? null
    if (!this.#located) throw new Error(`no security ${ric}`)
    await submitAdvert(caller, this.#located, 'BUY')
    await submitAdvert(contra, this.#located, 'SELL')
  }

  /** Answers the newest locate as the contra. */
  async contraAnswers(answer: LocateAnswer): Promise<void> {
    if (!this.#located) throw new Error('nothing was located')
    await answerLocate(await this.contra(), this.#located, answer)
  }

  /** Restarts the server with its data, with its clock and the trader's moved forward. */
  async restartsLater(laterMs: number): Promise<void> {
    const later = `const now=Date.now;Date.now=()=>now()+${laterMs}`
    const env = {
      ...generousRateLimits,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(later)}`,
    }
    await this.#contra?.leaves()
    this.#contra = null
    this.product = await startServer(env, this.product)
  }

  async leaves(): Promise<void> {
    await this.#contra?.leaves()
    await this.product.stop()
  }
}

type Equity = Awaited<ReturnType<typeof tradableSecurities>>[number]
