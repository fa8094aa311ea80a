import { mostRenewals, mostResumes } from '@aitai/engine/model/advert.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  /** 0 for never. */
  times: number
  onChange: (times: number) => void
}

/** How often an IOI is sent again when it expires; `canRenew` says whether its duration lets it. */
export function RenewalsField({ canRenew = true, ...field }: Props & { canRenew?: boolean }) {
  const text = useText()
  return (
    <TimesField
      {...field}
      label={text('advert.panel.renew')}
      hint={text(canRenew ? 'advert.panel.renew.hint' : 'advert.panel.renew.duration')}
      most={mostRenewals}
      disabled={!canRenew}
    />
  )
}

/** How often an IOI is resumed after a locate that only the contra missed. */
export function ResumesField(field: Props) {
  const text = useText()
  return (
    <TimesField
      {...field}
      label={text('advert.panel.resume')}
      hint={text('advert.panel.resume.hint')}
      most={mostResumes}
    />
  )
}

interface TimesFieldProps extends Props {
  label: string
  hint: string
  most: number
  disabled?: boolean
}

function TimesField({ label, hint, times, most, disabled = false, onChange }: TimesFieldProps) {
  const text = useText()
  const options = Array.from({ length: most + 1 }, (_, count) => ({
    value: String(count),
    label: count === 0 ? text('review.off') : text('advert.panel.times', { count }),
  }))
  return (
    <div>
      <Select
        value={String(times)}
        onChange={(value) => onChange(Number(value))}
        {...{ label, options, disabled }}
      />
      <p className="terms-hint">{hint}</p>
    </div>
  )
}
