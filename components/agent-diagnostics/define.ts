import { defineElement } from '../shared/define-element.js';
import { AgentDiagnostics } from './agent-diagnostics.js';

defineElement('agent-diagnostics', AgentDiagnostics);
