/**
 * The Universal Sentence Encoder lite as a dense ONNX graph. The original works on sparse token lists and
 * scatters them back and forth; on padded batches with a mask the same function is a plain pre-norm
 * transformer with two layers. Verified against the original at build time, see verify.mjs.
 */
import { OnnxGraph } from './onnx-graph.mjs'

const HEADS = 4
const LAYER_NORM_EPSILON = 1e-6
const NORM_FLOOR = 1e-12
const PADDING_PENALTY = -1e9
const OPSET = 17
export const DIMENSIONS = 512
export const MAX_TOKENS = 128
export const OUTPUTS = { sentence: 'sentence_embedding', tokens: 'last_hidden_state' }

const ROOT = 'Encoder_en'
const ENCODE = `${ROOT}/KonaTransformer/Encode`
/** Constants keep the prefix of the unfolded graph, parameters that were never folded another one. */
const FOLDED = 'module_apply_default/'
const PLAIN = 'module/'

/** @typedef {import('./source.mjs').Tensor} Tensor */

/**
 * @param {Map<string, Tensor>} tensors by original name
 * @returns {{ model: Uint8Array, nodeCount: number }} a ModelProto. Inputs `input_ids` and `attention_mask`
 *   int64 [batch, tokens]; outputs `sentence_embedding` float32 [batch, 512], of length 1, and
 *   `last_hidden_state` float32 [batch, tokens, 512].
 */
export function buildNetwork(tensors) {
  const graph = new OnnxGraph()
  const weights = new Weights(graph, tensors)

  const mask = graph.apply('Cast', ['attention_mask'], { to: 1 })
  const attentionBias = biasAgainstPadding(graph, mask)
  const embedded = embedTokens(graph, weights)

  const first = attend(graph, weights, { layer: 0, width: 256, x: embedded, attentionBias })
  const afterFirst = feedForward(graph, weights, { layer: 0, x: first })
  const second = attend(graph, weights, { layer: 1, width: 512, x: afterFirst, attentionBias })
  const hidden = feedForward(graph, weights, { layer: 1, x: second, name: OUTPUTS.tokens })

  poolAndNormalize(graph, weights, hidden, mask)
  const model = graph.serialize({
    name: 'universal-sentence-encoder-lite-en',
    producer: 'quarry',
    opset: OPSET,
    inputs: { input_ids: ['batch', 'tokens'], attention_mask: ['batch', 'tokens'] },
    outputs: {
      [OUTPUTS.sentence]: ['batch', DIMENSIONS],
      [OUTPUTS.tokens]: ['batch', 'tokens', DIMENSIONS],
    },
  })
  return { model, nodeCount: graph.nodeCount }
}

/** Original tensors as initialisers of the graph. */
class Weights {
  /**
   * @param {OnnxGraph} graph
   * @param {Map<string, Tensor>} tensors
   */
  constructor(graph, tensors) {
    this.graph = graph
    this.tensors = tensors
  }

  /**
   * @param {string} name
   * @returns {Tensor & { values: Float32Array }}
   */
  read(name) {
    const tensor = this.tensors.get(name)
    if (tensor === undefined) throw new Error(`The original graph has no tensor ${name}.`)
    if (!(tensor.values instanceof Float32Array)) throw new Error(`The tensor ${name} is not of float32.`)
    return { shape: tensor.shape, values: tensor.values }
  }

  /**
   * @param {string} name
   * @param {(value: number, index: number) => number} [change] applied to each value
   * @returns {string} name of the initialiser; leading dimensions of size 1 are dropped
   */
  use(name, change) {
    const { shape, values } = this.read(name)
    const firstWide = shape.findIndex((size) => size !== 1)
    return this.graph.floats(change ? values.map(change) : values, shape.slice(firstWide))
  }
}

/**
 * The layer's input is 2·e + (sin | cos of the position): the original adds the embedding twice.
 *
 * @param {OnnxGraph} graph
 * @param {Weights} weights
 */
function embedTokens(graph, weights) {
  const table = weights.use(`${PLAIN}Embeddings_en`, (value) => 2 * value)
  const embedded = graph.apply('Gather', [table, 'input_ids'], { axis: 0 })

  const tokens = graph.apply('Gather', [graph.apply('Shape', ['input_ids']), graph.int64s([1], [])], { axis: 0 })
  const positions = graph.apply('Range', [graph.int64s([0], []), tokens, graph.int64s([1], [])])
  const column = graph.apply('Unsqueeze', [graph.apply('Cast', [positions], { to: 1 }), graph.int64s([1])])
  const rates = weights.use(`${FOLDED}${ENCODE}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`)
  const angles = graph.apply('Mul', [column, rates])
  const signal = graph.apply('Concat', [graph.apply('Sin', [angles]), graph.apply('Cos', [angles])], { axis: -1 })
  return graph.apply('Add', [embedded, signal])
}

/**
 * @param {OnnxGraph} graph
 * @param {string} mask float [batch, tokens]
 * @returns {string} [batch, 1, 1, tokens]: 0 for a token, -1e9 for padding
 */
function biasAgainstPadding(graph, mask) {
  const absent = graph.apply('Sub', [graph.floats(Float32Array.of(1), []), mask])
  const penalty = graph.apply('Mul', [absent, graph.floats(Float32Array.of(PADDING_PENALTY), [])])
  return graph.apply('Unsqueeze', [penalty, graph.int64s([1, 2])])
}

/**
 * @param {OnnxGraph} graph
 * @param {Weights} weights
 * @param {{ layer: number, width: number, x: string, attentionBias: string }} options
 */
function attend(graph, weights, { layer, width, x, attentionBias }) {
  const folded = `${FOLDED}${ENCODE}/Layer_${layer}/TransformerLayer`
  const plain = `${PLAIN}${ENCODE}/Layer_${layer}/TransformerLayer`
  const normed = layerNorm(graph, weights, `${folded}/layer_prepostprocess`, x)

  // The scale 1/sqrt(head size) is folded into the query's part, the first third of each row.
  const headSize = width / HEADS
  const scaleQuery = (/** @type {number} */ value, /** @type {number} */ index) =>
    index % (3 * width) < width ? value / Math.sqrt(headSize) : value
  const qkv = linear(graph, normed, {
    kernel: weights.use(`${plain}/MultiheadAttention/qkv_transform_single/kernel/part_0`, scaleQuery),
    bias: weights.use(`${folded}/MultiheadAttention/qkv_transform_single/bias/ConcatPartitions/concat`, scaleQuery),
  })
  const [query, key, value] = graph.add('Split', [qkv, graph.int64s([width, width, width])], { axis: -1 }, 3)
  const inHeads = (/** @type {string} */ part, /** @type {number[]} */ perm) =>
    graph.apply('Transpose', [graph.apply('Reshape', [part, graph.int64s([0, 0, HEADS, headSize])])], { perm })

  const scores = graph.apply('MatMul', [inHeads(query, [0, 2, 1, 3]), inHeads(key, [0, 2, 3, 1])])
  const attention = graph.apply('Softmax', [graph.apply('Add', [scores, attentionBias])], { axis: -1 })
  const context = graph.apply('MatMul', [attention, inHeads(value, [0, 2, 1, 3])])
  const joined = graph.apply('Reshape', [
    graph.apply('Transpose', [context], { perm: [0, 2, 1, 3] }),
    graph.int64s([0, 0, width]),
  ])
  const attended = linear(graph, joined, {
    kernel: weights.use(`${plain}/MultiheadAttention/output_transform_single/kernel/part_0`),
    bias: weights.use(`${folded}/MultiheadAttention/output_transform_single/bias/ConcatPartitions/concat`),
  })

  // Layer 0 leaves wider than it came: its residual goes through a dense layer.
  const residual =
    layer === 0
      ? linear(graph, x, {
          kernel: weights.use(`${folded}/dense/kernel/ConcatPartitions/concat`),
          bias: weights.use(`${folded}/dense/bias/ConcatPartitions/concat`),
        })
      : x
  return graph.apply('Add', [attended, residual])
}

/**
 * @param {OnnxGraph} graph
 * @param {Weights} weights
 * @param {{ layer: number, x: string, name?: string }} options
 */
function feedForward(graph, weights, { layer, x, name }) {
  const folded = `${FOLDED}${ENCODE}/Layer_${layer}/TransformerLayer/FFN`
  const kernels = `${FOLDED}${ENCODE}/TransformerStack/Layer_${layer}/TransformerLayer/FFN`
  const convolution = (/** @type {string} */ convolutionName, /** @type {string} */ input) =>
    linear(graph, input, {
      kernel: weights.use(`${kernels}/${convolutionName}/Tensordot/Reshape_1`),
      bias: weights.use(`${folded}/${convolutionName}/bias/ConcatPartitions/concat`),
    })
  const normed = layerNorm(graph, weights, `${folded}/layer_prepostprocess`, x)
  const inner = graph.apply('Relu', [convolution('conv1', normed)])
  return graph.apply('Add', [convolution('conv2', inner), x], {}, name)
}

/**
 * Mean over the tokens that are there, dense layer with tanh, length 1.
 *
 * @param {OnnxGraph} graph
 * @param {Weights} weights
 * @param {string} hidden
 * @param {string} mask
 */
function poolAndNormalize(graph, weights, hidden, mask) {
  const row = graph.apply('Unsqueeze', [mask, graph.int64s([1])])
  const sum = graph.apply('Squeeze', [graph.apply('MatMul', [row, hidden]), graph.int64s([1])])
  const counted = graph.apply('ReduceSum', [mask, graph.int64s([1])], { keepdims: 1 })
  const mean = graph.apply('Div', [sum, graph.apply('Max', [counted, graph.floats(Float32Array.of(1), [])])])

  const dense = linear(graph, mean, {
    kernel: weights.use(`${PLAIN}${ROOT}/hidden_layers/tanh_layer_0/weights`),
    bias: weights.use(`${PLAIN}${ROOT}/hidden_layers/tanh_layer_0/bias`),
  })
  const vector = graph.apply('Tanh', [dense])
  const square = graph.apply('ReduceSum', [graph.apply('Mul', [vector, vector]), graph.int64s([1])], { keepdims: 1 })
  const floored = graph.apply('Max', [square, graph.floats(Float32Array.of(NORM_FLOOR), [])])
  graph.apply('Div', [vector, graph.apply('Sqrt', [floored])], {}, OUTPUTS.sentence)
}

/**
 * @param {OnnxGraph} graph
 * @param {string} x
 * @param {{ kernel: string, bias: string }} parameters
 */
function linear(graph, x, { kernel, bias }) {
  return graph.apply('Add', [graph.apply('MatMul', [x, kernel]), bias])
}

/**
 * @param {OnnxGraph} graph
 * @param {Weights} weights
 * @param {string} scope
 * @param {string} x
 */
function layerNorm(graph, weights, scope, x) {
  const scale = weights.use(`${scope}/layer_norm/layer_norm_scale/ConcatPartitions/concat`)
  const bias = weights.use(`${scope}/layer_norm/layer_norm_bias/ConcatPartitions/concat`)
  return graph.apply('LayerNormalization', [x, scale, bias], { axis: -1, epsilon: LAYER_NORM_EPSILON })
}
