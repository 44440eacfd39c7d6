import { dot, meanOf, normalised } from './vectors'

/** Ways to ask for something, whatever it is. */
const frames = [
  '{}',
  'Can you {}?',
  'Could you please {}?',
  'Please {}.',
  'I want to {}.',
  'I need to {}.',
  'I would like to {}.',
  "I'm trying to {}, can you help me?",
  'Help me {}.',
  'How do I {}?',
  'How can I {}?',
  'What is the best way to {}?',
  'Is there a way to {}?',
  'I need your help to {}.',
  "I'm looking for something that helps me {}.",
  'Hey, I was wondering if you could {} for me.',
  'Are you able to {}?',
  'Do you know how to {}?',
  'My boss asked me to {} by tomorrow.',
  'I have been struggling to {}. Any suggestions?',
  "I'd appreciate it if you could {}.",
  'Which tool can {}?',
  'Can you recommend a good way to {}?',
  'It is really hard to {}!',
  "I can't believe how difficult it is to {}.",
  'I was hoping that you might be able to {}, thank you very much.',
  'We are planning to {} next week. What do you suggest?',
  'A tool that can {}.',
  'Lets you {}.',
  'This service helps people to {} easily.',
  'Give me detailed information on how to {}.',
  "I'm interested in learning how to {}.",
]
/** What a frame does to a vector is taken over some needs, or it would be what it does to one of them. */
const needs = ['repair a broken bicycle', 'plan a dinner for eight guests', 'grow tomatoes on a balcony']
/** Of 3, 4, 5 and 8 none was better than another by more than chance. */
const directionCount = 4
/** Enough for the subspace; which of two nearly equal directions comes first does not matter. */
const iterations = 12
/** A frame that turns vectors of length 1 by less turns them by rounding. */
const leastEffect = 1e-3
/** A sentence of which less is left was nothing but phrasing, and what is left nothing but noise. */
const leastRemainder = 0.1

/** The same needs in every phrasing, need by need. */
export const phrasings: readonly string[] = needs.flatMap((need) => frames.map((frame) => frame.replace('{}', need)))

/**
 * The directions in which an encoder's vectors differ most by how the same is asked for: principal directions of the
 * frames' mean effects, by power iteration.
 * @param vectors of `phrasings`, in order
 * @returns orthonormal directions
 */
export function phrasingDirections(vectors: readonly Float32Array[]): Float32Array[] {
  const byFrame = frames.map((_, frame) => meanOf(needs.map((_, need) => vectors[need * frames.length + frame]!)))
  const middle = meanOf(byFrame)
  const effects = byFrame.map((vector) => vector.map((value, at) => value - middle[at]!))
  const directions: Float32Array[] = []
  for (let found = 0; found < directionCount; found += 1) {
    const rest = effects.map((effect) => without(effect, directions))
    const largest = rest.reduce((one, other) => (dot(other, other) > dot(one, one) ? other : one))
    if (dot(largest, largest) < leastEffect ** 2) break
    let direction = largest
    for (let turn = 0; turn < iterations; turn += 1) direction = normalised(turnedTowards(direction, rest)) ?? direction
    directions.push(direction)
  }
  return directions
}

/** The vectors' sum, each by its share in the direction: one step of the power iteration. */
function turnedTowards(direction: Float32Array, vectors: readonly Float32Array[]): Float32Array {
  const turned = new Float32Array(direction.length)
  for (const vector of vectors) {
    const share = dot(vector, direction)
    for (let at = 0; at < turned.length; at += 1) turned[at] = turned[at]! + share * vector[at]!
  }
  return turned
}

/** A sentence's vector without its share in the directions, L2-normalised. */
export function withoutPhrasing(vector: Float32Array, directions: readonly Float32Array[]): Float32Array {
  const rest = without(vector, directions)
  return dot(rest, rest) < leastRemainder ** 2 ? vector : (normalised(rest) ?? vector)
}

function without(vector: Float32Array, directions: readonly Float32Array[]): Float32Array {
  const rest = vector.slice()
  for (const direction of directions) {
    const share = dot(rest, direction)
    for (let at = 0; at < rest.length; at += 1) rest[at] = rest[at]! - share * direction[at]!
  }
  return rest
}
