import {
  Check,
  Circle,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Clock,
  FileQuestionMark,
  KeyRound,
  ListChecks,
  LoaderCircle,
  type LucideIcon,
  MessageCircleQuestionMark,
  Minus,
  OctagonPause,
  Pause,
  Square,
  TriangleAlert,
} from 'lucide-react'
import type { SourceState } from '../../contract/library/source'
import type { MemberState } from '../../contract/pool/pool'
import type { ResourceStatus } from '../../contract/resources/resource'
import type { ServerState } from '../../contract/resources/service'
import type { SessionState, StepState } from '../../contract/session/session'

interface Glyph {
  icon: LucideIcon
  color: string
  turns?: boolean
}

// One shape and one colour for each state wherever it shows; never the colour alone.
const available: Glyph = { icon: Circle, color: 'text-ok' }
const busy: Glyph = { icon: LoaderCircle, color: 'text-busy', turns: true }
const blocked: Glyph = { icon: OctagonPause, color: 'text-blocked' }
const error: Glyph = { icon: TriangleAlert, color: 'text-error' }
const finished: Glyph = { icon: Check, color: 'text-ok' }
const asks: Glyph = { icon: MessageCircleQuestionMark, color: 'text-blocked' }

export const memberGlyphs: Record<MemberState, Glyph> = {
  available,
  deployed: { icon: CircleDot, color: 'text-deployed' },
  busy,
  blocked,
  error,
  released: { icon: CircleSlash, color: 'text-released' },
}

const stepGlyphs: Record<StepState, Glyph> = {
  pending: { icon: Circle, color: 'text-faint' },
  allocating: { icon: CircleDashed, color: 'text-deployed' },
  running: busy,
  awaitingConfirmation: asks,
  observed: finished,
  blocked,
  failed: error,
  skipped: { icon: Minus, color: 'text-faint' },
}

const sessionGlyphs: Record<SessionState, Glyph> = {
  coordinating: busy,
  awaitingClarification: asks,
  investigating: busy,
  planning: busy,
  awaitingPlanReview: { icon: ListChecks, color: 'text-blocked' },
  running: busy,
  reporting: busy,
  verifying: busy,
  done: finished,
  paused: { icon: Pause, color: 'text-blocked' },
  blockedReview: blocked,
  stopped: { icon: Square, color: 'text-faint' },
  failed: error,
}

const resourceGlyphs: Record<ResourceStatus, Glyph> = {
  ready: available,
  needsSecret: { icon: KeyRound, color: 'text-blocked' },
  unavailable: error,
  missing: { icon: FileQuestionMark, color: 'text-blocked' },
  disabled: { icon: CircleSlash, color: 'text-released' },
}

const sourceGlyphs: Record<SourceState, Glyph> = {
  queued: { icon: Clock, color: 'text-faint' },
  reading: busy,
  embedding: busy,
  indexed: finished,
  failed: error,
  missing: { icon: FileQuestionMark, color: 'text-blocked' },
}

function Drawn({ glyph, size }: { glyph: Glyph; size: number }) {
  const Icon = glyph.icon
  return (
    <Icon
      size={size}
      aria-hidden
      className={`shrink-0 ${glyph.color} ${glyph.turns ? 'motion-safe:animate-spin' : ''}`}
    />
  )
}

interface GlyphProps<State> {
  state: State
  size?: number
}

const serverGlyphs: Record<ServerState, Glyph> = {
  stopped: { icon: Square, color: 'text-faint' },
  starting: busy,
  running: available,
  backingOff: { icon: Clock, color: 'text-blocked' },
  failed: error,
}

export const ServerGlyph = ({ state, size = 14 }: GlyphProps<ServerState>) => (
  <Drawn glyph={serverGlyphs[state]} size={size} />
)
export const MemberGlyph = ({ state, size = 13 }: GlyphProps<MemberState>) => (
  <Drawn glyph={memberGlyphs[state]} size={size} />
)
export const StepGlyph = ({ state, size = 16 }: GlyphProps<StepState>) => (
  <Drawn glyph={stepGlyphs[state]} size={size} />
)
export const SessionGlyph = ({ state, size = 15 }: GlyphProps<SessionState>) => (
  <Drawn glyph={sessionGlyphs[state]} size={size} />
)
export const SourceGlyph = ({ state, size = 15 }: GlyphProps<SourceState>) => (
  <Drawn glyph={sourceGlyphs[state]} size={size} />
)
export const ResourceGlyph = ({ state, size = 14 }: GlyphProps<ResourceStatus>) => (
  <Drawn glyph={resourceGlyphs[state]} size={size} />
)
