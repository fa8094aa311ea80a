import { encode } from 'uqr'
import './qr-code.css'

interface Props {
  link: string
  label: string
  /** How much of it may be unreadable; L for a long text, whose modules would otherwise be too small. */
  ecc?: 'L' | 'M'
}

/** A QR code as one path, with the four modules of margin that scanners need. */
export function QrCode({ link, label, ecc = 'M' }: Props) {
  const { data, size } = encode(link, { ecc, border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  )
}
