import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Language } from '@aitai/messages/language.ts'

/**
 * A security by the name that readers of the language know it by; Latin letters half-width, as desks write
 * them.
 */
export const equityNameIn = (language: Language, equity: Pick<Equity, 'name' | 'localName'>): string =>
  language === 'Jp' ? localNameOf(equity) : equity.name

export const localNameOf = ({ localName }: Pick<Equity, 'localName'>): string => localName.normalize('NFKC')

/** 'ric - name' of a listed security in the current language. */
export const equityTitleIn = (
  language: Language,
  equity: Pick<Equity, 'ric' | 'name' | 'localName'>,
): string => `${equity.ric} - ${equityNameIn(language, equity)}`

/** 'ric - name' of an agreement's security in the language of the screen. */
export const agreementSecurityIn = (
  language: Language,
  agreement: Pick<ConnectionAgreement, 'securityName' | 'securityLocalName'>,
): string => (language === 'Jp' ? agreement.securityLocalName.normalize('NFKC') : agreement.securityName)

/** Longest label of a security in a popup, in characters (docs/specification.md §9). */
const maxLabelLength = 24

/** A label cut to fit a popup; the caller shows the whole on hover. */
export const shortLabel = (label: string): string =>
  label.length > maxLabelLength ? `${label.slice(0, maxLabelLength - 1)}…` : label

/** 'ric - name' as the server sends it, in two parts, for when the list of securities is not loaded. */
export function splitSecurityName(securityName: string): { readonly ric: string; readonly name: string } {
  const [ric = '', ...name] = securityName.split(' - ')
  return { ric, name: name.join(' - ') }
}
