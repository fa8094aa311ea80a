import { cleanName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import { useState } from 'react'
import { useRenameFirmMutation } from '../../shared/api/operations-api.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { NameField } from '../NameField.tsx'

interface Props {
  firm: ConsoleFirm
  onDone: (message: string) => void
  /** Called with the new name. */
  onRenamed: (name: string) => void
  onClose: () => void
}

export function RenameFirmPopup({ firm: { name: before }, onDone, onRenamed, onClose }: Props) {
  const text = useText()
  const [to, setTo] = useState(before)
  const [rename] = useRenameFirmMutation()
  const name = cleanName(to)
  const missing = name === null || name === before ? text('operations.firms.rename.needsName') : null
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await rename({ firm: before, to, reason })
    if (!data) return false
    onRenamed(name ?? to)
    onDone(
      data.changed
        ? text('operations.firms.done.renamed', { before, name: name ?? to })
        : text('operations.done.unchanged'),
    )
    return true
  }
  return (
    <ActionPopup
      title={text('operations.firms.rename.title', { name: before })}
      means={[text('operations.firms.rename.means')]}
      doLabel={text('operations.firms.rename.do')}
      missing={missing}
      send={send}
      onClose={onClose}
    >
      <NameField label={text('operations.firms.rename.to')} value={to} onChange={setTo} />
    </ActionPopup>
  )
}
