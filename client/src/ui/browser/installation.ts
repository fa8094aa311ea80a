import { installationElement } from '@aitai/contract/codes.ts'
import type { Installation } from '@aitai/contract/schemas/installation.ts'
import { defaultProductName } from '@aitai/messages/fill-text.ts'

/** Defaults if the page has no values: in Vite's development server and in tests of components. */
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

/** Brand and addresses that the server has written into the page, available from the first paint. */
export const installation: Installation = read()

function read(): Installation {
  const data = document.getElementById(installationElement)?.textContent
  return data ? (JSON.parse(data) as Installation) : unknown
}

/** The URL of a content file, such as `brokers/hinoki.svg`. */
export const contentUrl = (file: string): string => `/content/${file}`
