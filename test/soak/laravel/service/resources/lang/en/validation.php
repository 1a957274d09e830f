<?php
return [
    'array' => 'The :attribute must be an array.',
    'between' => ['numeric' => 'The :attribute must be between :min and :max.', 'string' => 'The :attribute must be between :min and :max characters.'],
    'boolean' => 'The :attribute field must be true or false.',
    'exists' => 'The selected :attribute is invalid.',
    'filled' => 'The :attribute field must have a value.',
    'in' => 'The selected :attribute is invalid.',
    'integer' => 'The :attribute must be an integer.',
    'max' => ['string' => 'The :attribute must not be greater than :max characters.'],
    'numeric' => 'The :attribute must be a number.',
    'regex' => 'The :attribute format is invalid.',
    'required' => 'The :attribute field is required.',
    'required_if' => 'The :attribute field is required when :other is :value.',
    'string' => 'The :attribute must be a string.',
    'timezone' => 'The :attribute must be a valid zone.',
    'url' => 'The :attribute must be a valid URL.',
];
