import { defineElement } from '../shared/define-element.js';
import { AgentTeammateTranscript } from './agent-teammate-transcript.js';

defineElement('agent-teammate-transcript', AgentTeammateTranscript);
