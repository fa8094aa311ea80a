import type { CDPSession, Page } from '@playwright/test'

/** An authenticator of Chromium in software, as if it were built into the device of a page or plugged into it. */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #id: string

  private constructor(session: CDPSession, id: string) {
    this.#session = session
    this.#id = id
  }

  static async plugInto(page: Page, { canVerify = true, transport = 'internal' as 'internal' | 'usb' } = {}) {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: canVerify,
        automaticPresenceSimulation: true,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** The passkeys that it holds, with their private keys. */
  async credentials() {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })
    return credentials
  }

  /** Takes over the passkeys of another one, as when a user carries a security key to another machine. */
  async receives(credentials: Awaited<ReturnType<VirtualAuthenticator['credentials']>>): Promise<void> {
    for (const credential of credentials)
      await this.#session.send('WebAuthn.addCredential', { authenticatorId: this.#id, credential })
  }

  /** The user gives the wrong finger or PIN from now on, or the right one. */
  async verifies(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }

  /** Unplugs it, with the passkeys. */
  async remove(): Promise<void> {
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id })
  }
}
