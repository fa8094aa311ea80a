import { installationElement } from '@aitai/contract/codes.ts'
import type { Installation } from '@aitai/contract/schemas/installation.ts'
import { defaultProductName } from '@aitai/messages/fill-text.ts'

/** Where the page says nothing of it: Vite's own server, and tests of single parts. */
const unknown: Installation = {
  brand: {
    productName: defaultProductName,
    logo: null,
    contact: { email: 'contact@aitai.example', phone: null },
    videoChannel: null,
  },
  brokers: [],
  aboutUrl: { En: null, Jp: null },
  loginRedirect: false,
}

/** What the server has written into the page of brand and addresses: there from the first paint. */
export const installation: Installation = read()

function read(): Installation {
  const data = document.getElementById(installationElement)?.textContent
  return data ? (JSON.parse(data) as Installation) : unknown
}

/** Where a file of content is served, such as `brokers/hinoki.svg`. */
export const contentUrl = (file: string): string => `/content/${file}`
