import { type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import type { ConsoleUser } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useAddGrantMutation, useRevokeGrantMutation } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { useWaitsText } from '../use-waits-text.ts'
import { useUserName } from './use-user-name.ts'

interface Props {
  user: ConsoleUser
  mayChange: boolean
  onDone: (message: string) => void
}

/** What a user of staff may do, each grant on its own; an administrator gives and takes them away. */
export function GrantList({ user, mayChange, onDone }: Props) {
  const text = useText()
  const [asked, setAsked] = useState<StaffGrant | null>(null)
  return (
    <>
      <h3>{text('operations.users.grants')}</h3>
      <dl>
        {staffGrants.map((grant) => {
          const has = user.grants.includes(grant)
          const label = text(`operations.grant.${grant}`)
          return (
            <div key={grant}>
              <dt>{label}</dt>
              <dd className="users-grant">
                <span>{text(has ? 'operations.users.grant.has' : 'operations.users.grant.hasNot')}</span>
                {mayChange && (
                  <Button
                    kind="quiet"
                    aria-label={text(has ? 'operations.users.revoke.named' : 'operations.users.grant.named', {
                      grant: label,
                    })}
                    onClick={() => setAsked(grant)}
                  >
                    {text(has ? 'operations.users.revoke' : 'operations.users.grant')}
                  </Button>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {asked && <GrantPopup user={user} grant={asked} onDone={onDone} onClose={() => setAsked(null)} />}
    </>
  )
}

interface PopupProps {
  user: ConsoleUser
  grant: StaffGrant
  onDone: (message: string) => void
  onClose: () => void
}

function GrantPopup({ user, grant, onDone, onClose }: PopupProps) {
  const text = useText()
  const waitsText = useWaitsText()
  const name = useUserName()(user)
  const [add, adding] = useAddGrantMutation()
  const [revoke, revoking] = useRevokeGrantMutation()
  // As it was asked: the list may change meanwhile, and with it the meaning of the button.
  const [isRevoked] = useState(user.grants.includes(grant))
  const label = text(`operations.grant.${grant}`)
  const send = async (reason: string): Promise<boolean> => {
    const { data, error } = await (isRevoked ? revoke : add)({ userId: user.userId, grant, reason })
    const waits = waitsText(error)
    if (!data && waits === null) return false
    const said = text(isRevoked ? 'operations.users.done.revoked' : 'operations.users.done.granted', {
      name,
      grant: label,
    })
    onDone(waits ?? (data?.changed ? said : text('operations.done.unchanged')))
    return true
  }
  return (
    <ActionPopup
      title={text(isRevoked ? 'operations.users.revoke.ask' : 'operations.users.grant.ask', {
        name,
        grant: label,
      })}
      means={[
        text(`operations.users.grant.means.${grant}`),
        text(isRevoked ? 'operations.users.revoke.means' : 'operations.users.grant.means'),
      ]}
      doLabel={text(isRevoked ? 'operations.users.revoke.do' : 'operations.users.grant.do')}
      isDangerous={isRevoked}
      busy={adding.isLoading || revoking.isLoading}
      send={send}
      onClose={onClose}
    />
  )
}
