import { defineElement } from '../shared/define-element.js';
import '../oui-schema-form/define.js';
import { AgentTeammateTranscript } from './agent-teammate-transcript.js';

defineElement('agent-teammate-transcript', AgentTeammateTranscript);
