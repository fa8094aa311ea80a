import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import type { ReactNode } from 'react'
import { formatMoment, formatUtc } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'

/** An authenticator app or a passkey. */
export type Factor = AccountSecurity['authenticators'][number]

interface Props {
  /** The id of the heading. */
  labelledBy: string
  factors: readonly Factor[]
  /** What can be done with one. */
  actions: (factor: Factor) => ReactNode
}

/** Authenticator apps or passkeys, with when they were added and last used. */
export function FactorTable({ labelledBy, factors, actions }: Props) {
  const text = useText()
  const language = useLanguage()
  return (
    <table className="profile-sign-ins" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{text('profile.app.name')}</th>
          <th scope="col">{text('profile.app.added')}</th>
          <th scope="col">{text('profile.app.used')}</th>
          <th scope="col">
            <span className="visually-hidden">{text('profile.app.change')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {factors.map((factor) => {
          const { id, name, addedAt, usedAt } = factor
          return (
            <tr key={id}>
              <td className="profile-app-name">{name}</td>
              <td title={formatUtc(addedAt)}>{formatMoment(addedAt, language)}</td>
              <td title={usedAt === null ? undefined : formatUtc(usedAt)}>
                {usedAt === null ? text('profile.app.never') : formatMoment(usedAt, language)}
              </td>
              <td>{actions(factor)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
