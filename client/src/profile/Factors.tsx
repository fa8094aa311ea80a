import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import { type ComponentType, Suspense, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { formatMoment, formatUtc } from '../ui/format/format.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'

/** An authenticator app or a passkey. */
export type Factor = AccountSecurity['authenticators'][number]

export interface FactorPopupProps {
  factor: Factor
  onClose: () => void
}

export interface RemovalProps extends FactorPopupProps {
  /** What signs in without it beside the password: a code by SMS, nothing, or another factor. */
  afterRemoval: 'SMS' | 'PASSWORD' | 'OTHERS'
}

interface Props extends Pick<RemovalProps, 'afterRemoval'> {
  kind: 'app' | 'passkey'
  factors: readonly Factor[]
  most: number
  /** Why none can be added or removed; null if there is no reason. */
  cannotAdd?: string | null
  cannotRemove?: string | null
  AddPopup: ComponentType<{ onClose: () => void; onAdded: () => void }>
  RenamePopup?: ComponentType<FactorPopupProps>
  RemovePopup: ComponentType<RemovalProps>
}

type OpenPopup = { readonly is: 'add' } | { readonly is: 'rename' | 'remove'; readonly factor: Factor }

/** The user's authenticator apps or passkeys: when they were added and last used, and how to add and remove them. */
export function Factors(props: Props) {
  const { kind, factors, most, cannotAdd = null, cannotRemove = null, afterRemoval } = props
  const { AddPopup, RenamePopup, RemovePopup } = props
  const text = useText()
  const language = useLanguage()
  const [popup, setPopup] = useState<OpenPopup | null>(null)
  const [wasAdded, setWasAdded] = useState(false)
  const close = (): void => setPopup(null)
  const open = (next: OpenPopup): void => {
    setWasAdded(false)
    setPopup(next)
  }
  const full = factors.length >= most ? text(`profile.${kind}.full`, { most }) : null
  return (
    <>
      <h3 id={`profile-${kind}s`}>{text(`profile.${kind}.title`)}</h3>
      {wasAdded && <FormMessage tone="success">{text(`profile.${kind}.done`)}</FormMessage>}
      {factors.length === 0 ? (
        <p className="profile-lead">{text(`profile.${kind}.none`)}</p>
      ) : (
        <table className="profile-sign-ins" aria-labelledby={`profile-${kind}s`}>
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
                  <td>
                    {RenamePopup && (
                      <Button
                        kind="quiet"
                        aria-label={text('profile.passkey.renameNamed', { name })}
                        onClick={() => open({ is: 'rename', factor })}
                      >
                        {text('profile.passkey.rename')}
                      </Button>
                    )}
                    <Button
                      kind="quiet"
                      aria-label={text('profile.app.removeNamed', { name })}
                      dimmedBecause={cannotRemove}
                      onClick={() => open({ is: 'remove', factor })}
                    >
                      {text('profile.app.remove')}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <div>
        <Button dimmedBecause={cannotAdd ?? full} onClick={() => open({ is: 'add' })}>
          {text(`profile.${kind}.add`)}
        </Button>
      </div>
      {popup?.is === 'add' && (
        <Suspense>
          <AddPopup
            onClose={close}
            onAdded={() => {
              close()
              setWasAdded(true)
            }}
          />
        </Suspense>
      )}
      {popup?.is === 'rename' && RenamePopup && <RenamePopup factor={popup.factor} onClose={close} />}
      {popup?.is === 'remove' && (
        <RemovePopup factor={popup.factor} afterRemoval={afterRemoval} onClose={close} />
      )}
    </>
  )
}
